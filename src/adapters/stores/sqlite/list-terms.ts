import type { TermCount, TermRequest } from '../../../core/ports/store.ts'
import { findCollections } from './collections.ts'
import type { Database } from './database.ts'
import { encodeTerm } from './encode-term.ts'
import { lexicalNames } from './lexical-table.ts'
import { prefixEnd } from './prefix-end.ts'

/** Inside a read transaction. The vocabulary is ordered by term, so a prefix is a range of it. */
export function listTerms(database: Database, { collections, prefix, limit }: TermRequest): TermCount[] {
  const from = encodeTerm(prefix)
  const to = prefixEnd(from)
  const counts = new Map<string, number>()
  for (const { key } of findCollections(database, collections)) {
    const { vocabulary } = lexicalNames(key)
    // Terms that are spelled out are names kept whole: an underscore stands in no other.
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
