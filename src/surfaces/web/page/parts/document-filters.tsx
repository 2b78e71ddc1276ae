import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { libraries, projects } from '../state/catalog.ts'
import { addressOf, go, path, query } from '../state/router.ts'
import { readSort, type Sort } from '../state/table-request.ts'
import { texts } from '../texts.ts'
import { Choice, formats, languageName } from './search-filters.tsx'

/** A pause in typing after which the table is loaded. */
const typingMs = 200

function show(values: Record<string, string | null>): void {
  go(addressOf(path.value, { ...Object.fromEntries(query.value), ...values }), { replace: true })
}

/** What the table shows: documents with some words in title or source, of one format, in one language. */
export function DocumentFilters({ library }: { library: string }) {
  const contains = useSignal(query.value.get('contains') ?? '')
  useEffect(() => {
    const timer = setTimeout(() => show({ contains: contains.value.trim() }), typingMs)
    return () => clearTimeout(timer)
  }, [contains.value])
  const known = [
    ...libraries.value.map(one => ({ ...one, name: one.library })),
    ...projects.value.map(one => ({ ...one, name: one.collection })),
  ]
  const languages = [...(known.find(({ name }) => name === library)?.languages ?? [])].sort()
  return (
    <search class="filters">
      <input
        type="search"
        aria-label={texts.library.contains}
        placeholder={texts.library.contains}
        value={contains.value}
        onInput={event => {
          contains.value = event.currentTarget.value
        }}
      />
      <Choice
        name={texts.search.format}
        any={texts.search.anyFormat}
        value={query.value.get('type')}
        options={formats}
        change={type => show({ type })}
      />
      <Choice
        name={texts.search.language}
        any={texts.search.anyLanguage}
        value={query.value.get('language')}
        options={languages}
        describe={languageName}
        change={language => show({ language })}
      />
    </search>
  )
}

/** The head of a column that sorts the table; a second click turns the order round. */
export function SortHead({ sort, name }: { sort: Sort; name: string }) {
  const current = readSort(query.value)
  const isSorted = current.sort === sort
  const isDown = current.reverse !== (sort === 'newest')
  const isDetail = sort === 'language' || sort === 'newest'
  const order = isSorted ? (isDown ? 'descending' : 'ascending') : 'none'
  return (
    <th class={isDetail ? 'cell-detail' : undefined} scope="col" aria-sort={order}>
      <button
        type="button"
        class="sort"
        onClick={() => show({ sort, reverse: isSorted && !current.reverse ? '1' : null })}
      >
        {name}
        <span aria-hidden="true">{isSorted ? (isDown ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  )
}
