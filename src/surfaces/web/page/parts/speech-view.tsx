import { useEffect, useRef } from 'preact/hooks'
import { isLoaded } from '../state/catalog.ts'
import { useTool } from '../state/load.ts'
import { addressOf, query } from '../state/router.ts'
import { texts } from '../texts.ts'
import { ErrorNote } from './error-note.tsx'

type Neighbour = { speech_id: string; speaker: string } | null
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

/** How much of the speeches before and after is shown. */
const shownAround = 600

/** A speech in its sitting: its words with the passage marked, between the end of the one before and the start of the next. */
export function SpeechView({ id, mark }: { id: string; mark: string }) {
  const input = { speech_id: id, include_context: true }
  const speech = useTool<Speech>('hansard/get_speech', isLoaded.value ? input : null)
  const place = useRef<HTMLElement>(null)
  const found = speech.value.value
  useEffect(() => place.current?.scrollIntoView({ block: 'center' }), [found])
  const start = found === null || mark === '' ? -1 : found.full_text.indexOf(mark)
  return (
    <article class="speech-view">
      <a href={addressOf('/hansard', { ...Object.fromEntries(query.value), mark: null })}>
        {texts.read.back}
      </a>
      <ErrorNote error={speech.error.value} />
      {found === null ? null : (
        <>
          <h1>{texts.hansard.said(found.speaker, found.party)}</h1>
          <p class="place">
            <span>{found.date}</span>
            <span>{found.chamber}</span>
            <span>{found.hansard_reference}</span>
          </p>
          <Neighbouring isBefore speech={found.context?.previous_speech ?? null} />
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
          <Neighbouring speech={found.context?.next_speech ?? null} />
        </>
      )}
    </article>
  )
}

function Neighbouring({ isBefore = false, speech }: { isBefore?: boolean; speech: Neighbour }) {
  const id = speech?.speech_id
  const read = useTool<Speech>('hansard/get_speech', id === undefined ? null : { speech_id: id })
  if (speech === null) return null
  const text = read.value.value?.full_text ?? ''
  const isWhole = text.length <= shownAround
  return (
    <aside class="neighbour">
      <p class="quiet">
        {isBefore ? texts.hansard.before : texts.hansard.after}:{' '}
        <a
          href={addressOf(`/hansard/${speech.speech_id}`, { ...Object.fromEntries(query.value), mark: null })}
        >
          {speech.speaker}
        </a>
      </p>
      <p class="prose speech">
        {isWhole
          ? text
          : isBefore
            ? `… ${text.slice(text.indexOf(' ', text.length - shownAround) + 1)}`
            : `${text.slice(0, text.lastIndexOf(' ', shownAround))} …`}
      </p>
    </aside>
  )
}
