import { isLoaded } from '../state/catalog.ts'
import { useTool } from '../state/load.ts'
import { addressOf, go, query } from '../state/router.ts'
import { texts } from '../texts.ts'
import { ErrorNote } from './error-note.tsx'

type Speakers = {
  speakers: {
    speaker: string
    party: string
    chamber: string
    speech_count: number
    first_speech_date: string
    last_speech_date: string
    top_topics: string[]
  }[]
  total_speakers: number
}

/** At most so many can be compared. */
const mostCompared = 6

/** Who has spoken, most speeches first; two and more can be chosen to be compared. */
export function SpeakerList({ compared }: { compared: readonly string[] }) {
  const speakers = useTool<Speakers>('hansard/list_speakers', isLoaded.value ? { limit: 100 } : null)
  function compare(name: string): void {
    const next = compared.includes(name) ? compared.filter(other => other !== name) : [...compared, name]
    go(addressOf('/hansard', { ...Object.fromEntries(query.value), compare: next.join(';') }))
  }
  const found = speakers.value.value
  if (found === null) return <ErrorNote error={speakers.error.value} />
  if (found.speakers.length === 0) return <p class="note">{texts.hansard.empty}</p>
  return (
    <section>
      <h2>{texts.hansard.speakers(found.total_speakers)}</h2>
      <p class="quiet">{texts.hansard.compareHint}</p>
      <datalist id="speakers">
        {found.speakers.map(({ speaker, party, chamber }) => (
          <option key={`${speaker} ${party} ${chamber}`} value={speaker} />
        ))}
      </datalist>
      <div class="table-wrap">
        <table class="speakers">
          <thead>
            <tr>
              <th scope="col">{texts.hansard.compare}</th>
              <th scope="col">{texts.hansard.speaker}</th>
              <th scope="col">{texts.hansard.party}</th>
              <th scope="col">{texts.chart.speeches}</th>
              <th scope="col">{texts.hansard.topics}</th>
            </tr>
          </thead>
          <tbody>
            {found.speakers.map(({ speaker, party, chamber, speech_count, top_topics }) => (
              <tr key={`${speaker} ${party} ${chamber}`}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={texts.hansard.compareOne(speaker)}
                    checked={compared.includes(speaker)}
                    disabled={!compared.includes(speaker) && compared.length >= mostCompared}
                    onChange={() => compare(speaker)}
                  />
                </td>
                <td>{speaker}</td>
                <td>{party}</td>
                <td>{speech_count}</td>
                <td class="quiet">{top_topics.slice(0, 3).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
