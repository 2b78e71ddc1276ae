import type { CollectionRow } from './collections.ts'
import type { Database } from './database.ts'
import { encodeTerm } from './encode-term.ts'
import { lexicalNames } from './lexical-table.ts'
import type { TermPlan } from './plan-terms.ts'
import { type ScoredKey, withTies } from './rankings.ts'
import type { Scope } from './scope-keys.ts'
import type { SqlValue } from './value-test.ts'

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
export function matchAnywhere(target: MatchTarget, plan: TermPlan): ScoredKey[] {
  const { database, limit } = target
  const { sql, values } = select(target, plan)
  const read = (rows: number) =>
    database.all<ScoredKey>(`${sql} ORDER BY score DESC LIMIT ?`, ...values, rows)
  const rows = read(limit + slack)
  const isCut = rows.length === limit + slack && rows.at(-1)?.score === rows[limit - 1]?.score
  return withTies(isCut ? read(-1) : rows, limit)
}

/** The same among many allowed chunks: the ranking is walked down until enough of them were met. */
export function matchWithin(target: MatchTarget, plan: TermPlan, allowed: Pick<Scope, 'has'>): ScoredKey[] {
  const { database, limit } = target
  const { sql, values } = select(target, plan)
  const found: ScoredKey[] = []
  for (const row of database.iterate<ScoredKey>(`${sql} ORDER BY score DESC`, ...values)) {
    if (found.length >= limit && row.score !== found.at(-1)?.score) break
    if (allowed.has(row.key)) found.push(row)
  }
  return found
}

/** The same among chunks given by key; with few of them, common terms may find as well. */
export function matchAmong(target: MatchTarget, plan: TermPlan, keys: readonly number[]): ScoredKey[] {
  const { database, limit } = target
  const { sql, values } = select(target, { ...plan, finding: plan.scoring })
  // The plus keeps FTS5 from running the whole query once per row id, which is 50 times slower.
  const among = `${sql} AND +rowid IN (SELECT value FROM json_each(?)) ORDER BY score DESC`
  return withTies(database.all<ScoredKey>(among, ...values, JSON.stringify(keys)), limit)
}

/**
 * Rows that a finding term points at, scored by all terms. Scoring a row and walking a common term are what costs, so
 * the rows are scored by the finding terms alone, and those that have another term once more by all of them: FTS5
 * skips through the common terms then. BM25 is a sum over terms, so the higher score is the whole one. FTS5's bm25 is
 * better the more negative it is.
 */
function select(target: MatchTarget, { finding, scoring }: TermPlan): { sql: string; values: SqlValue[] } {
  const { table } = lexicalNames(target.collection.key)
  const { heading, body } = target.weights
  const sql = `SELECT rowid AS key, -bm25(${table}, ?, ?) AS score FROM ${table} WHERE ${table} MATCH ?`
  const values = (match: string) => [heading, body, match]
  if (finding.length === scoring.length) return { sql, values: values(expression(scoring)) }
  const others = scoring.filter(term => !finding.includes(term))
  return {
    sql: `SELECT key, max(score) AS score FROM (${sql} UNION ALL ${sql}) GROUP BY key`,
    values: [
      ...values(expression(finding)),
      ...values(`(${expression(finding)}) AND (${expression(others)})`),
    ],
  }
}

/** Encoded terms hold no quotes, so quoting them is all that MATCH needs. */
function expression(terms: readonly string[]): string {
  return terms.map(term => `"${encodeTerm(term)}"`).join(' OR ')
}
