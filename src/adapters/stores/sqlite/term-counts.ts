import type { CollectionRow } from './collections.ts'
import type { Database } from './database.ts'
import { encodeTerm } from './encode-term.ts'
import { lexicalNames } from './lexical-table.ts'

/** In how many chunks of a collection terms stand, remembered until the collection is written to. */
export type TermCounts = { count(collection: CollectionRow, term: string): number }

const rememberedTerms = 50_000

/** Inside a read transaction. FTS5 walks every entry of a term to count it: milliseconds for the most common ones. */
export function termCounts(database: Database): TermCounts {
  const memory = new Map<number, { version: number; counts: Map<string, number> }>()

  function countsOf({ key, version }: CollectionRow): Map<string, number> {
    const known = memory.get(key)
    if (known?.version === version && known.counts.size < rememberedTerms) return known.counts
    const counts = new Map<string, number>()
    memory.set(key, { version, counts })
    return counts
  }

  return {
    count(collection, term) {
      const counts = countsOf(collection)
      const known = counts.get(term)
      if (known !== undefined) return known
      const sql = `SELECT doc AS chunks FROM ${lexicalNames(collection.key).vocabulary} WHERE term = ?`
      const chunks = database.get<{ chunks: number }>(sql, encodeTerm(term))?.chunks ?? 0
      counts.set(term, chunks)
      return chunks
    },
  }
}
