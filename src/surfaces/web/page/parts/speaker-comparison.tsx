import { isLoaded } from '../state/catalog.ts'
import { useTool } from '../state/load.ts'
import { addressOf } from '../state/router.ts'
import { texts } from '../texts.ts'
import { ErrorNote, Warnings } from './error-note.tsx'
import { TimeChart } from './time-chart.tsx'

type Comparison = {
  speakers: { speaker: string; parties: string[]; speeches: number; speeches_on_topic: number }[]
  months: { speaker: string; month: string; speeches: number }[]
  quotes: { speaker: string; quote: string; date: string; hansard_reference: string; speech_id: string }[]
  warnings: string[]
}

/** What several speakers said about a topic, over time and side by side. */
export function SpeakerComparison({ topic, speakers }: { topic: string; speakers: readonly string[] }) {
  const input = isLoaded.value ? { topic, speakers } : null
  const comparison = useTool<Comparison>('hansard/compare_speakers', input)
  const found = comparison.value.value
  if (found === null) return <ErrorNote error={comparison.error.value} />
  return (
    <section>
      <h2>{texts.hansard.comparing(topic)}</h2>
      <Warnings warnings={found.warnings} />
      {found.months.length === 0 ? null : (
        <TimeChart
          label={texts.hansard.comparing(topic)}
          series={found.speakers.map(({ speaker }) => ({
            name: speaker,
            months: found.months
              .filter(month => month.speaker === speaker)
              .map(({ month, speeches }) => ({ month, count: speeches })),
          }))}
        />
      )}
      <div class="columns">
        {found.speakers.map(({ speaker, parties, speeches, speeches_on_topic }) => (
          <article key={speaker} class="card">
            <h3>{texts.hansard.said(speaker, parties.join(', '))}</h3>
            <p class="quiet">{texts.chart.total(speeches_on_topic, speeches)}</p>
            {found.quotes
              .filter(quote => quote.speaker === speaker)
              .map(({ quote, date, hansard_reference, speech_id }) => (
                <blockquote key={`${speech_id} ${quote.slice(0, 20)}`}>
                  {quote}
                  <footer>
                    <a href={addressOf(`/hansard/${speech_id}`, { mark: quote, q: topic })}>{date}</a>{' '}
                    {hansard_reference}
                  </footer>
                </blockquote>
              ))}
          </article>
        ))}
      </div>
    </section>
  )
}
