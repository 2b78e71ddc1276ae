import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { useTool } from '../state/load.ts'
import { findPlaces, nextPlace, type Span } from '../state/places.ts'
import { query } from '../state/router.ts'
import type { SearchAnswer, StoredDocument } from '../state/types.ts'
import { texts } from '../texts.ts'

type Show = (values: Record<string, string | number | null>) => void

/** Hits of one question in one document that are stepped through. */
const mostHits = 20

type StepsProps = { name: string; places: readonly Span[]; span: Span | null; go(place: Span): void }

/** Which of some places is shown, and the buttons to the one before and after. */
function Steps({ name, places, span, go }: StepsProps) {
  const at = span === null ? -1 : places.findIndex(([start]) => start === span[0])
  const step = (by: 1 | -1) => {
    const place = nextPlace(places, span, by)
    if (place !== null) go(place)
  }
  return (
    <>
      <span role="status" class="quiet">
        {at === -1 ? texts.read.count(places.length) : texts.read.found(at + 1, places.length)}
      </span>
      <button
        type="button"
        aria-label={texts.read.previousOf(name)}
        disabled={places.length === 0}
        onClick={() => step(-1)}
      >
        ↑
      </button>
      <button
        type="button"
        aria-label={texts.read.nextOf(name)}
        disabled={places.length === 0}
        onClick={() => step(1)}
      >
        ↓
      </button>
    </>
  )
}

type FindProps = { document: StoredDocument; span: Span | null; show: Show }

/** Finds words in the text of the document. Enter goes to the next place, Shift+Enter to the one before. */
export function FindBar({ document, span, show }: FindProps) {
  const wanted = useSignal(query.value.get('find') ?? '')
  // Not useEffect, which waits for the next frame: it would overwrite what is typed before.
  useLayoutEffect(() => {
    wanted.value = query.value.get('find') ?? ''
  }, [query.value])
  const places = findPlaces(document.content, wanted.value)
  const open = ([start, end]: Span) => show({ at: `${start}-${end}`, find: wanted.value.trim() })
  return (
    <search class="find">
      <input
        type="search"
        aria-label={texts.read.find}
        placeholder={texts.read.find}
        value={wanted.value}
        onInput={event => {
          wanted.value = event.currentTarget.value
        }}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          const place = nextPlace(places, span, event.shiftKey ? -1 : 1)
          if (place !== null) open(place)
        }}
      />
      {wanted.value.trim() === '' ? null : (
        <Steps name={texts.read.place} places={places} span={span} go={open} />
      )}
    </search>
  )
}

/** Steps through the passages of this document that the question of the address finds. */
export function HitSteps({ document, span, show }: FindProps) {
  const question = (query.value.get('q') ?? '').trim()
  const filter = { doc_id: document.doc_id }
  const input = { query: question, library: document.library, top_k: mostHits, filter }
  const hits = useTool<SearchAnswer>('documents/search', question === '' ? null : input)
  const found = hits.value.value?.results ?? []
  if (found.length < 2) return null
  const places = found.map(({ char_span }): Span => char_span).sort(([one], [other]) => one - other)
  return (
    <fieldset class="find">
      <legend class="visually-hidden">{texts.read.hits}</legend>
      <span class="quiet">{texts.read.hits}</span>
      <Steps
        name={texts.read.passage}
        places={places}
        span={span}
        go={place => show({ at: place.join('-'), find: null })}
      />
    </fieldset>
  )
}
