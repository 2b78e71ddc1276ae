import type { Filter } from '../model/filter.ts'
import type { ValueCount } from '../ports/store.ts'
import type { SearchParts } from './search-request.ts'

export type TallyMatchesRequest = {
  collection: string
  /** Only documents whose text or title contains every word are counted; null counts all documents. */
  text: string | null
  /** The metadata key whose values are counted. */
  by: string
  filter: Filter
}

/**
 * Counts documents per value of a metadata key, among those that contain every word of a text in any of its forms. Stop
 * words are ignored unless the text has no other words. The counts are exact: nothing is ranked or matched by meaning.
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
      // Each document was analysed for its own language, so stems of another language would not match it.
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
