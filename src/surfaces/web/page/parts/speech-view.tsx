import { useEffect, useRef } from 'preact/hooks'
import { callTool } from '../state/api.ts'
import { isLoaded } from '../state/catalog.ts'
import { useLoaded } from '../state/load.ts'
import { addressOf, query } from '../state/router.ts'
import { texts } from '../texts.ts'
import { ErrorNote } from './error-note.tsx'

type Neighbour = { speech_id: string; speaker: string; party?: string } | null
type Speech = {
  full_text: string
  word_count: number
  speaker: string
  party: string
  chamber: string
  date: string
  hansard_reference: string
  context?: { previous_speech: Neighbour; next_speech: Neighbour }
}

/** A speech in its sitting: its words with the passage marked, and the speeches before and after it. */
export function SpeechView({ id, mark }: { id: string; mark: string }) {
  const speech = useLoaded<Speech>(() => {
    const input = { speech_id: id, include_context: true }
    return isLoaded.value ? abort => callTool('hansard/get_speech', input, abort) : null
  })
  const place = useRef<HTMLElement>(null)
  const found = speech.value.value
  useEffect(() => place.current?.scrollIntoView({ block: 'center' }), [found])
  const start = found === null || mark === '' ? -1 : found.full_text.indexOf(mark)
  return (
    <article class="speech-view">
      <a href={addressOf('/hansard', { q: query.value.get('q') })}>{texts.read.back}</a>
      <ErrorNote error={speech.error.value} />
      {found === null ? null : (
        <>
          <h1>{texts.hansard.said(found.speaker, found.party)}</h1>
          <p class="place">
            <span>{found.date}</span>
            <span>{found.chamber}</span>
            <span>{found.hansard_reference}</span>
          </p>
          <Neighbouring name={texts.hansard.before} speech={found.context?.previous_speech ?? null} />
          <div class="prose speech">
            {start < 0 ? (
              found.full_text
            ) : (
              <>
                {found.full_text.slice(0, start)}
                <mark ref={place}>{mark}</mark>
                {found.full_text.slice(start + mark.length)}
              </>
            )}
          </div>
          <Neighbouring name={texts.hansard.after} speech={found.context?.next_speech ?? null} />
        </>
      )}
    </article>
  )
}

function Neighbouring({ name, speech }: { name: string; speech: Neighbour }) {
  if (speech === null) return null
  return (
    <p class="quiet">
      {name}: <a href={`/hansard/${speech.speech_id}`}>{speech.speaker}</a>
    </p>
  )
}
