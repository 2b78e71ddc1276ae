import type { CollectionRow } from './collections.ts'
import type { Database } from './database.ts'
import { encodeTerm } from './encode-term.ts'
import { lexicalNames } from './lexical-table.ts'
import { type ScoredKey, withTies } from './rankings.ts'
import type { Scope } from './scope-keys.ts'

/** How much a term counts in the headings above a chunk and in its own text. */
export type LexicalWeights = { heading: number; body: number }

export const lexicalWeights: LexicalWeights = { heading: 2, body: 1 }

export type MatchTarget = {
  database: Database
  collection: CollectionRow
  weights: LexicalWeights
  limit: number
}

/** Rows read beyond the limit, to see whether the last place is shared. */
const slack = 64

/** The best chunks of the whole collection, and all that share the last place. */
export function matchAnywhere(target: MatchTarget, terms: readonly string[]): ScoredKey[] {
  const { database, collection, weights, limit } = target
  const sql = `${select(collection)} ORDER BY score DESC LIMIT ?`
  const read = (rows: number) =>
    database.all<ScoredKey>(sql, weights.heading, weights.body, expression(terms), rows)
  const rows = read(limit + slack)
  const isCut = rows.length === limit + slack && rows.at(-1)?.score === rows[limit - 1]?.score
  return withTies(isCut ? read(-1) : rows, limit)
}

/** The same among many allowed chunks: the ranking is walked down until enough of them were met. */
export function matchWithin(
  target: MatchTarget,
  terms: readonly string[],
  allowed: Pick<Scope, 'has'>,
): ScoredKey[] {
  const { database, collection, weights, limit } = target
  const sql = `${select(collection)} ORDER BY score DESC`
  const found: ScoredKey[] = []
  for (const row of database.iterate<ScoredKey>(sql, weights.heading, weights.body, expression(terms))) {
    if (found.length >= limit && row.score !== found.at(-1)?.score) break
    if (allowed.has(row.key)) found.push(row)
  }
  return found
}

/** The same among few chunks, given by key. Only these are scored; the rest of the index is only walked. */
export function matchAmong(
  target: MatchTarget,
  terms: readonly string[],
  keys: readonly number[],
): ScoredKey[] {
  const { database, collection, weights, limit } = target
  // The plus keeps FTS5 from running the whole query once per key, which is 50 times slower.
  const sql = `${select(collection)} AND +rowid IN (SELECT value FROM json_each(?)) ORDER BY score DESC`
  const rows = database.all<ScoredKey>(
    sql,
    weights.heading,
    weights.body,
    expression(terms),
    JSON.stringify(keys),
  )
  return withTies(rows, limit)
}

/** FTS5's bm25 is better the more negative it is. */
function select(collection: CollectionRow): string {
  const { table } = lexicalNames(collection.key)
  return `SELECT rowid AS key, -bm25(${table}, ?, ?) AS score FROM ${table} WHERE ${table} MATCH ?`
}

/** Encoded terms hold no quotes, so quoting them is all that MATCH needs. */
function expression(terms: readonly string[]): string {
  return terms.map(term => `"${encodeTerm(term)}"`).join(' OR ')
}
