import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { ErrorNote, SwitchedOff, Warnings } from '../parts/error-note.tsx'
import { TextField } from '../parts/text-field.tsx'
import { isLoaded } from '../state/catalog.ts'
import { useTool } from '../state/load.ts'
import { addressOf, go, query } from '../state/router.ts'
import { texts } from '../texts.ts'

type Fact = {
  uuid: string
  fact: string
  name: string
  valid_at: string | null
  invalid_at: string | null
  metadata: Record<string, unknown>
}
type Facts = { results: Fact[]; warnings: string[] }

/** Until facts are asked for again while documents are still being read. */
const againMs = 2_000

/** Facts that the sources state, on a line of time, each with the sentence that says it. */
export function FactsScreen() {
  const question = useSignal('')
  // Not useEffect, which waits for the next frame: it would overwrite what is typed before.
  useLayoutEffect(() => {
    question.value = query.value.get('q') ?? ''
  }, [query.value])
  const input = { query: query.value.get('q') ?? '', match_count: 50 }
  const round = useSignal(0)
  const wanted = isLoaded.value && input.query !== '' ? input : null
  const facts = useTool<Facts>('graph/search_graphiti', wanted, { again: round.value })
  const found = facts.value.value
  // Facts of new documents are read in the background: the line is completed by itself.
  useEffect(() => {
    if (!found?.warnings.some(warning => warning.includes('still being read'))) return
    const timer = setTimeout(() => {
      round.value += 1
    }, againMs)
    return () => clearTimeout(timer)
  }, [found])
  if (facts.error.value?.code === 'FEATURE_DISABLED')
    return (
      <div class="facts-screen">
        <h1>{texts.nav.facts}</h1>
        <SwitchedOff error={facts.error.value} />
      </div>
    )
  return (
    <div class="facts-screen">
      <h1>{texts.nav.facts}</h1>
      <form
        class="row"
        onSubmit={event => {
          event.preventDefault()
          go(addressOf('/facts', { q: question.value.trim() }))
        }}
      >
        <TextField label={texts.facts.about} value={question} isWide required />
        <button type="submit" class="primary">
          {texts.facts.show}
        </button>
      </form>
      <ErrorNote error={facts.error.value} />
      {found === null ? <p class="quiet">{texts.facts.start}</p> : <TimeLine facts={found} />}
    </div>
  )
}

function TimeLine({ facts: { results, warnings } }: { facts: Facts }) {
  const dated = results.filter(({ valid_at, invalid_at }) => valid_at !== null || invalid_at !== null)
  const inOrder = dated.toSorted((one, other) => startOf(one).localeCompare(startOf(other)))
  const [first, last] = spanOf(dated)
  return (
    <>
      <Warnings warnings={warnings} />
      {results.length === 0 ? <p class="note">{texts.facts.none}</p> : null}
      {dated.length === 0 ? null : (
        <p class="axis quiet" aria-hidden="true">
          <span>{yearOf(first)}</span>
          <span>{last > Date.now() - dayMs ? texts.facts.today : yearOf(last)}</span>
        </p>
      )}
      <ol class="time-line">
        {[...inOrder, ...results.filter(fact => !dated.includes(fact))].map(fact => (
          <li key={fact.uuid}>
            <Bar fact={fact} first={first} last={last} />
            <p>
              {fact.fact} <span class="badge">{fact.name.replaceAll('_', ' ')}</span>
            </p>
            <p class="quiet">
              {texts.facts.when(day(fact.valid_at), day(fact.invalid_at))} <Source {...fact} />
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}

function Source({ metadata }: Fact) {
  const { document_id, char_span, title } = metadata
  if (typeof document_id !== 'string') return null
  const at = Array.isArray(char_span) ? char_span.join('-') : null
  return <a href={addressOf(`/read/${document_id}`, { at })}>{String(title ?? texts.search.open)}</a>
}

/** When the fact held, from the left to the right of the time that all of them cover. */
function Bar({ fact, first, last }: { fact: Fact; first: number; last: number }) {
  if (fact.valid_at === null && fact.invalid_at === null) return null
  const place = (time: string | null, otherwise: number) =>
    time === null ? otherwise : ((Date.parse(time) - first) / Math.max(1, last - first)) * 100
  const [from, to] = [place(fact.valid_at, 0), place(fact.invalid_at, 100)]
  return (
    <svg class="span" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect x="0" y="1.6" width="100" height="0.8" class="rail" />
      <rect x={from} y="0.5" width={Math.max(0.8, to - from)} height="3" class="held" />
    </svg>
  )
}

/** From the first to the last day, or to today while a fact still holds. */
function spanOf(facts: readonly Fact[]): [first: number, last: number] {
  const today = facts.some(({ invalid_at }) => invalid_at === null) ? [Date.now()] : []
  const times = facts
    .flatMap(({ valid_at, invalid_at }) => [valid_at, invalid_at])
    .flatMap(time => (time === null ? [] : [Date.parse(time)]))
    .concat(today)
  return times.length === 0 ? [0, 1] : [Math.min(...times), Math.max(...times)]
}

function startOf({ valid_at, invalid_at }: Fact): string {
  return valid_at ?? invalid_at ?? ''
}

const dayMs = 86_400_000

function yearOf(time: number): string {
  return String(new Date(time).getUTCFullYear())
}

function day(time: string | null): string | null {
  return time === null ? null : time.slice(0, 10)
}
