/** What narrows a search, as it is in the address of the page. */
export type SearchFilterValues = {
  /** The name of a library, or of a project's collection; null searches all libraries. */
  in: string | null
  type: string | null
  language: string | null
  since: string | null
  document: string | null
}

/** How many hits a list has at first, how many more each time, and at most. */
export const hitsAtOnce = 12
export const mostHits = 96

/** How many hits are shown, as in the address. */
export function shownHits(values: URLSearchParams): number {
  const wanted = Number(values.get('top'))
  return Number.isInteger(wanted) && wanted > hitsAtOnce ? Math.min(wanted, mostHits) : hitsAtOnce
}

export function readFilters(values: URLSearchParams): SearchFilterValues {
  const read = (name: string) => values.get(name) || null
  return {
    in: read('in'),
    type: read('type'),
    language: read('language'),
    since: read('since'),
    document: read('document'),
  }
}

/** The input of the search tool; null when nothing is asked. */
export function searchInput(values: URLSearchParams): Record<string, unknown> | null {
  const text = (values.get('q') ?? '').trim()
  if (text === '') return null
  const { in: library, type, language, since, document } = readFilters(values)
  const filter = Object.fromEntries(
    Object.entries({ file_type: type, language, doc_id: document }).filter(([, value]) => value !== null),
  )
  return {
    query: text,
    top_k: shownHits(values),
    explain: true,
    library,
    since,
    ...(Object.keys(filter).length === 0 ? {} : { filter }),
  }
}
