import type { Filter } from '../model/filter.ts'
import type { ValueCount } from '../ports/store.ts'
import type { SearchParts } from './search-request.ts'

export type TallyMatchesRequest = {
  collection: string
  /** Documents count when every word of it stands in their text or title; null counts all. */
  text: string | null
  /** The metadata key whose values are counted. */
  by: string
  filter: Filter
}

/**
 * How many documents have each value of a metadata key, among those that hold every word of a text, in any of its
 * forms. Words too common to mean anything are left out unless there are no others. Counted, not ranked: no document
 * is missing, and none is there for its meaning alone.
 */
export async function tallyMatches(
  { collection, text, by, filter }: TallyMatchesRequest,
  { store, analyzer }: Pick<SearchParts, 'store' | 'analyzer'>,
): Promise<ValueCount[]> {
  if (text === null) return store.tallyDocuments(collection, { by, filter, terms: [] })
  const known = (await store.describeCollections()).find(({ name }) => name === collection)
  const tallies = await Promise.all(
    (known?.languages ?? []).map(async language => {
      const terms = analyzer.analyzeQuery(text, [language])
      if (terms.length === 0) return []
      // Each document was analysed for its own language; another one's stems would not fit it.
      const inLanguage = [...filter, { field: 'language', op: 'equals', value: language } as const]
      return store.tallyDocuments(collection, { by, filter: inLanguage, terms })
    }),
  )
  return addUp(tallies.flat())
}

function addUp(counts: readonly ValueCount[]): ValueCount[] {
  const sums = new Map<string, number>()
  for (const { value, documents } of counts) sums.set(value, (sums.get(value) ?? 0) + documents)
  return [...sums]
    .map(([value, documents]) => ({ value, documents }))
    .sort((one, other) => (one.value < other.value ? -1 : 1))
}
