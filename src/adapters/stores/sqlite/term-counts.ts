import type { TermCount, TermRequest } from '../../../core/ports/store.ts'
import { type CollectionRow, findCollections } from './collections.ts'
import { prefixEnd } from './condition-to-sql.ts'
import type { Database } from './database.ts'
import { encodeTerm, lexicalNames } from './lexical-table.ts'

/** Number of chunks of a collection that contain a term, cached until the next write to the collection. */
export type TermCounts = { count(collection: CollectionRow, term: string): number }

const rememberedTerms = 50_000

/** Inside a read transaction. FTS5 reads every entry of a term to count it: milliseconds for the most common ones. */
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

/** Inside a read transaction. The vocabulary is ordered by term, so a prefix is a range of it. */
export function listTerms(database: Database, { collections, prefix, limit }: TermRequest): TermCount[] {
  const from = encodeTerm(prefix)
  const to = prefixEnd(from)
  const counts = new Map<string, number>()
  for (const { key } of findCollections(database, collections)) {
    const { vocabulary } = lexicalNames(key)
    // Encoded terms are exact names; only they contain an underscore.
    const sql = `SELECT term, doc AS chunks FROM ${vocabulary}
      WHERE term >= ? AND (? IS NULL OR term < ?) AND instr(term, '_') = 0 ORDER BY term LIMIT ?`
    for (const { term, chunks } of database.all<TermCount>(sql, from, to, to, limit))
      counts.set(term, (counts.get(term) ?? 0) + chunks)
  }
  return [...counts]
    .map(([term, chunks]) => ({ term, chunks }))
    .sort((one, other) => (one.term < other.term ? -1 : 1))
    .slice(0, limit)
}
