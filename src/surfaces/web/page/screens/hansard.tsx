import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { ErrorNote, Warnings } from '../parts/error-note.tsx'
import { SpeakerComparison } from '../parts/speaker-comparison.tsx'
import { SpeakerList } from '../parts/speaker-list.tsx'
import { SpeechView } from '../parts/speech-view.tsx'
import { TextField } from '../parts/text-field.tsx'
import { TimeChart } from '../parts/time-chart.tsx'
import { isLoaded } from '../state/catalog.ts'
import { useTool } from '../state/load.ts'
import { matchWords } from '../state/match-words.ts'
import { addressOf, go, path, query } from '../state/router.ts'
import type { Months } from '../state/types.ts'
import { texts } from '../texts.ts'

type SpeechHit = {
  speech_id: string
  chunk_id: string
  excerpt: string
  speaker: string
  party: string
  date: string
  hansard_reference: string
}
type Speeches = { results: SpeechHit[]; warnings: string[] }

/** What was said in parliament about something: how often over time, by whom, and the passages. */
export function HansardScreen() {
  const id = path.value.split('/')[2] ?? ''
  if (id !== '') return <SpeechView id={id} mark={query.value.get('mark') ?? ''} />
  return <Record />
}

function Record() {
  const [words, speaker, party, topic] = [useSignal(''), useSignal(''), useSignal(''), useSignal('')]
  // Not useEffect, which waits for the next frame: it would overwrite what is typed before.
  useLayoutEffect(() => {
    words.value = query.value.get('q') ?? ''
    speaker.value = query.value.get('speaker') ?? ''
    party.value = query.value.get('party') ?? ''
    topic.value = query.value.get('topic') ?? ''
  }, [query.value])
  const compared = (query.value.get('compare') ?? '').split(';').filter(name => name !== '')
  const question = query.value.get('q') ?? ''
  return (
    <div class="hansard-screen">
      <h1>{texts.nav.hansard}</h1>
      <form
        class="row"
        onSubmit={event => {
          event.preventDefault()
          const values = { q: words.value, speaker: speaker.value, party: party.value, topic: topic.value }
          go(addressOf('/hansard', { ...values, compare: query.value.get('compare') }))
        }}
      >
        <TextField label={texts.hansard.words} value={words} isWide required />
        <TextField label={texts.hansard.speaker} value={speaker} list="speakers" />
        <TextField label={texts.hansard.party} value={party} size={12} />
        <TextField label={texts.hansard.topic} value={topic} size={14} />
        <button type="submit" class="primary">
          {texts.hansard.show}
        </button>
      </form>
      {question !== '' && compared.length > 1 ? (
        <SpeakerComparison topic={question} speakers={compared} />
      ) : question === '' ? (
        <p class="quiet">{texts.hansard.start}</p>
      ) : (
        <OverTime question={question} />
      )}
      <SpeakerList compared={compared} />
    </div>
  )
}

/** The filters of the address, as the tools name them. */
function chosen(values: URLSearchParams): Record<string, unknown> {
  const [speaker, party, topic] = ['speaker', 'party', 'topic'].map(name => values.get(name)?.trim())
  return {
    ...(speaker ? { speaker } : {}),
    ...(party ? { party } : {}),
    ...(topic ? { topic_tags: [topic] } : {}),
  }
}

function OverTime({ question }: { question: string }) {
  const input = isLoaded.value ? { query: query.value.get('q'), ...chosen(query.value) } : null
  const months = useTool<Months & { warnings: string[] }>('hansard/count_speeches_by_month', input)
  const speeches = useTool<Speeches>('hansard/search_speeches', input && { ...input, limit: 12 })
  const counted = months.value.value
  return (
    <>
      <ErrorNote error={months.error.value ?? speeches.error.value} />
      {counted === null ? null : (
        <section>
          <h2>{texts.chart.byMonth(question)}</h2>
          <p class="quiet">{texts.chart.total(counted.total, counted.total_out_of)}</p>
          <Warnings warnings={counted.warnings} />
          {counted.months.length === 0 ? null : (
            <TimeChart
              label={texts.chart.byMonth(question)}
              series={[
                {
                  name: texts.chart.speeches,
                  months: counted.months.map(({ month, speeches }) => ({ month, count: speeches })),
                },
              ]}
            />
          )}
        </section>
      )}
      <ol class="hits">
        {(speeches.value.value?.results ?? []).map(hit => (
          <li key={hit.chunk_id} class="hit">
            <h3>
              <a
                href={addressOf(`/hansard/${hit.speech_id}`, {
                  ...Object.fromEntries(query.value),
                  mark: hit.excerpt.slice(0, 80),
                })}
              >
                {texts.hansard.said(hit.speaker, hit.party)}
              </a>
            </h3>
            <p class="place">
              <span>{hit.date}</span>
              <span>{hit.hansard_reference}</span>
            </p>
            <p class="passage">
              {matchWords(hit.excerpt, question).map((piece, at) =>
                piece.isMatch ? <mark key={at}>{piece.text}</mark> : piece.text,
              )}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}
