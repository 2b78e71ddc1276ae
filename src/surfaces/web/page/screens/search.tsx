import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { ErrorNote, Warnings } from '../parts/error-note.tsx'
import { HitCard } from '../parts/hit-card.tsx'
import { SearchFilters } from '../parts/search-filters.tsx'
import { WhenRead } from '../parts/when-read.tsx'
import { callTool } from '../state/api.ts'
import { documentCount, isLoaded, libraries, offers, projects } from '../state/catalog.ts'
import { readerAddress } from '../state/links.ts'
import { useLoaded } from '../state/load.ts'
import { addressOf, go, query } from '../state/router.ts'
import {
  hitsAtOnce,
  mostHits,
  readFilters,
  type SearchFilterValues,
  searchInput,
  shownHits,
} from '../state/search-request.ts'
import type { Passage, SearchAnswer } from '../state/types.ts'
import { texts } from '../texts.ts'

/** Searches that take longer than this wait for a pause in typing, of at most `longestPauseMs`. */
const fastMs = 150
const longestPauseMs = 140

export function SearchScreen() {
  const typed = useSignal(query.value.get('q') ?? '')
  const box = useRef<HTMLInputElement>(null)
  const input = searchInput(query.value)
  const answer = useLoaded<SearchAnswer & { asked: string }>(
    isLoaded.value ? input : null,
    async abort => ({
      ...(await callTool<SearchAnswer>('documents/search', input ?? {}, abort)),
      asked: String(input?.query),
    }),
    { waitMs: lastMs => (lastMs <= fastMs ? 0 : Math.min(longestPauseMs, lastMs / 4)) },
  )

  // The address holds the question, so that going back restores it.
  // Not useEffect, here and below: what is typed before the next frame would be overwritten or lost.
  useLayoutEffect(() => {
    const asked = query.value.get('q') ?? ''
    if (asked !== typed.value.trim()) typed.value = asked
  }, [query.value])

  useLayoutEffect(() => {
    box.current?.focus()
    const focus = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
      if (event.key !== '/' || isTyping || event.metaKey || event.ctrlKey) return
      event.preventDefault()
      box.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])

  const filters = readFilters(query.value)
  const question = query.value.get('q') ?? ''
  const found = answer.value.value
  const results = found?.results ?? []
  const top = shownHits(query.value)

  // The chosen hit is in the address too, until another question or filter is.
  const named = query.value.get('hit')
  const chosen = Math.max(
    0,
    results.findIndex(({ chunk_id }) => chunk_id === named),
  )

  /** Changes the address as it is now: a card may be older than the question. */
  function show(
    values: Partial<SearchFilterValues & { q: string; hit: string; top: number | null }>,
    isPassing: boolean,
  ): void {
    const asked = { q: query.value.get('q'), ...readFilters(query.value) }
    go(addressOf('/search', { ...asked, ...values }), { isPassing })
  }

  /** Without an entry in the history: going back leaves the list, and coming back finds the hit. */
  function choose(hit: Passage): void {
    show({ hit: hit.chunk_id, top: top === hitsAtOnce ? null : top }, true)
  }

  // A shared address, and coming back from the reader, show the hit where it is in the list.
  const scrolledTo = useRef<string | null>(null)
  useEffect(() => {
    if (named === null || scrolledTo.current === named || results.length <= chosen) return
    scrolledTo.current = named
    document.querySelectorAll('.hit')[chosen]?.scrollIntoView({ block: 'nearest' })
  })

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const hit = results[chosen + (event.key === 'ArrowDown' ? 1 : -1)]
      if (hit !== undefined) choose(hit)
      event.preventDefault()
    } else if (event.key === 'Enter') {
      const hit = results[chosen]
      if (hit !== undefined) {
        choose(hit)
        go(readerAddress(hit, question))
      }
      event.preventDefault()
    }
  }

  // The cards show the answer that is there: typing on does not draw them again before the next answer.
  const cards = useMemo(
    () =>
      results.map((hit, at) => (
        <HitCard
          // By place: the elements of the last answer are used again, which is faster than new ones.
          key={at}
          hit={hit}
          question={found?.asked ?? ''}
          open={readerAddress(hit, found?.asked)}
          isChosen={at === chosen}
          choose={() => choose(hit)}
          explained={found?.explanation?.hits.find(({ chunk_id }) => chunk_id === hit.chunk_id)}
          more={filters.document === null ? () => show({ document: hit.doc_id }, false) : null}
        />
      )),
    [found, chosen, top],
  )

  return (
    <div class="search-screen">
      <h1 class="visually-hidden">{texts.search.title}</h1>
      <search>
        <input
          ref={box}
          class="search-box"
          type="search"
          aria-label={texts.search.label}
          placeholder={texts.search.placeholder}
          autocomplete="off"
          spellcheck={false}
          value={typed.value}
          onInput={event => {
            typed.value = event.currentTarget.value
            show({ q: typed.value.trim() }, question !== '')
          }}
          onKeyDown={onKeyDown}
        />
        <SearchFilters values={filters} change={values => show(values, false)} />
      </search>
      <ErrorNote error={answer.error.value} />
      {isLoaded.value && documentCount.value === 0 && projects.value.length === 0 ? <EmptyLibrary /> : null}
      {question === '' && documentCount.value > 0 ? <Start /> : null}
      {answer.value.value === null ? null : (
        <section
          aria-label={texts.search.title}
          aria-busy={answer.isLoading.value}
          data-answers={answer.value.value.asked}
        >
          <p class="quiet count" role="status">
            {texts.search.count(results.length, answer.ms.value)}
          </p>
          {filters.document === null ? null : (
            <p class="note">
              {texts.search.onlyFrom(results[0]?.title ?? '')}{' '}
              <button type="button" class="link" onClick={() => show({ document: null }, false)}>
                {texts.search.less}
              </button>
            </p>
          )}
          {answer.value.value.nothing_fits === true ? <p class="note">{texts.search.nothingFits}</p> : null}
          <Warnings warnings={answer.value.value.warnings.filter(warning => !isSaidAbove(warning))} />
          {results.length === 0 ? (
            <p class="note">
              {texts.search.nothing} {texts.search.nothingHint}
            </p>
          ) : null}
          <ol class="hits">{cards}</ol>
          {results.length < top || top >= mostHits ? null : (
            <p class="further">
              <button type="button" onClick={() => show({ top: top + hitsAtOnce }, true)}>
                {texts.search.further}
              </button>
            </p>
          )}
        </section>
      )}
    </div>
  )
}

/** The server's own words for `nothing_fits`. */
function isSaidAbove(warning: string): boolean {
  return warning.startsWith('Nothing seems to fit')
}

function EmptyLibrary() {
  return (
    <div class="empty">
      <WhenRead>
        <h2>{texts.search.emptyTitle}</h2>
        <p>{texts.search.emptyHint}</p>
        {offers('ingest_file') ? (
          <a class="button primary" href="/add">
            {texts.search.emptyAction}
          </a>
        ) : null}
      </WhenRead>
    </div>
  )
}

/** The library that `npm start` makes from the samples. */
const sampleLibrary = 'samples'

function Start() {
  const hasSamples = libraries.value.some(({ library }) => library === sampleLibrary)
  return (
    <div class="empty">
      <p>{texts.search.start}</p>
      <p class="quiet">{texts.search.hint}</p>
      {hasSamples ? (
        <WhenRead>
          <ul class="examples">
            {texts.search.examples.map(example => (
              <li key={example}>
                <a class="button" href={addressOf('/search', { q: example })}>
                  {example}
                </a>
              </li>
            ))}
          </ul>
        </WhenRead>
      ) : null}
    </div>
  )
}
