import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import { type LexicalScoring, planTerms, type TermPlan } from '../../../core/model/lexical-scoring.ts'
import type { LexicalQuery, Ranking, RankScope } from '../../../core/ports/store.ts'
import { type CollectionRow, findCollections } from './collections.ts'
import type { SqlValue } from './condition-to-sql.ts'
import type { Database } from './database.ts'
import { encodeTerm, lexicalNames } from './lexical-table.ts'
import { mergeRankings, nameRanked, type RankedChunk, type ScoredKey, withTies } from './rankings.ts'
import type { Scope, ScopeKeys } from './scope-keys.ts'
import { addSimilarTerms, type TermCounts } from './term-counts.ts'

type Tools = { database: Database; scopeKeys: ScopeKeys; termCounts: TermCounts }

export type WordsQuery = RankScope & { limit: number; lexical: LexicalQuery }

/** The ranking by words, and the terms that were used, dropped and added. */
export type WordsRanking = {
  ranked: RankedChunk[]
  terms: Omit<NonNullable<Ranking['lexical']>, 'chunks'>
}

/** Up to this size all chunks of a scope are scored; in larger ones the rare terms select the chunks. */
const smallScope = 5_000

/** Inside a read transaction. Scores are FTS5's BM25 with the statistics of each chunk's own collection. */
export function rankByTerms(tools: Tools, query: WordsQuery, signal: AbortSignal): WordsRanking {
  throwIfAborted(signal)
  const { database, scopeKeys, termCounts } = tools
  const { words, scoring } = query.lexical
  requireComputable(scoring)
  const collections = findCollections(database, query.collections)
  const { terms, similar } = addSimilarTerms({ database, termCounts, collections }, words)
  const asked = terms.slice(0, scoring.limits.terms)
  if (query.limit <= 0 || asked.length === 0)
    return { ranked: [], terms: { usedTerms: [], droppedTerms: terms, similar, counts: [] } }
  const rankings: RankedChunk[][] = []
  const plans: TermPlan[] = []
  const sums = new Map(asked.map(term => [term, 0]))
  for (const collection of collections) {
    throwIfAborted(signal)
    const counts = asked.map(term => ({ term, chunks: termCounts.count(collection, term) }))
    for (const { term, chunks } of counts) sums.set(term, (sums.get(term) ?? 0) + chunks)
    const chunks = countUpTo(database, collection, scoring.limits.findingRows + 1)
    // Depends on the collection and the terms only, so that scores of one query are comparable between calls.
    const plan = planTerms(counts, { chunks, wanted: query.limit }, scoring.limits)
    const scope = scopeKeys.resolve(collection, query.filter)
    const target = { database, collection, weights: scoring.weights, limit: query.limit }
    rankings.push(nameRanked(database, rankCollection(target, plan, scope)))
    plans.push(plan)
  }
  const isDropped = (term: string) => plans.length > 0 && plans.every(plan => plan.dropped.includes(term))
  return {
    ranked: mergeRankings(rankings, query.limit),
    terms: {
      usedTerms: asked.filter(term => !isDropped(term)),
      droppedTerms: [...asked.filter(isDropped), ...terms.slice(asked.length)],
      similar,
      counts: [...sums].map(([term, chunks]) => ({ term, chunks })),
    },
  }
}

/** FTS5's bm25 has these parameters built in. */
const builtIn = { k1: 1.2, b: 0.75 }

function requireComputable({ k1, b }: LexicalScoring): void {
  if (k1 === builtIn.k1 && b === builtIn.b) return
  throw new Failure(
    'unsupported',
    'SCORING_UNSUPPORTED',
    `SQLite scores words with k1 = ${builtIn.k1} and b = ${builtIn.b}, not ${k1} and ${b}.`,
    { hint: 'Use these parameters, or another store.' },
  )
}

function countUpTo(database: Database, collection: CollectionRow, most: number): number {
  const { sizes } = lexicalNames(collection.key)
  const sql = `SELECT count(*) AS count FROM (SELECT 1 FROM ${sizes} LIMIT ?)`
  return database.get<{ count: number }>(sql, most)?.count ?? 0
}

function rankCollection(target: MatchTarget, plan: TermPlan, scope: Scope | null): ScoredKey[] {
  if (plan.scoring.length === 0) return []
  if (scope === null) return matchAnywhere(target, plan)
  if (scope.keys.length <= smallScope) return matchAmong(target, plan, scope.keys)
  const found = matchWithin(target, plan, scope)
  const mayMissSome = found.length < target.limit && plan.finding.length < plan.scoring.length
  // The filter may exclude all chunks with rare terms; then common terms must select too.
  return mayMissSome ? matchAmong(target, plan, scope.keys) : found
}

type MatchTarget = {
  database: Database
  collection: CollectionRow
  weights: LexicalScoring['weights']
  limit: number
}

/** Rows read beyond the limit, to see whether the last score is tied. */
const slack = 64

/** The best chunks of the whole collection, including ties for the last place. */
function matchAnywhere(target: MatchTarget, plan: TermPlan): ScoredKey[] {
  const { database, limit } = target
  const { sql, values } = select(target, plan)
  const read = (rows: number) =>
    database.all<ScoredKey>(`${sql} ORDER BY score DESC LIMIT ?`, ...values, rows)
  const rows = read(limit + slack)
  const isCut = rows.length === limit + slack && rows.at(-1)?.score === rows[limit - 1]?.score
  return withTies(isCut ? read(-1) : rows, limit)
}

/** The same among many allowed chunks: reads the ranking until it has enough of them. */
function matchWithin(target: MatchTarget, plan: TermPlan, allowed: Pick<Scope, 'has'>): ScoredKey[] {
  const { database, limit } = target
  const { sql, values } = select(target, plan)
  const found: ScoredKey[] = []
  for (const row of database.iterate<ScoredKey>(`${sql} ORDER BY score DESC`, ...values)) {
    if (found.length >= limit && row.score !== found.at(-1)?.score) break
    if (allowed.has(row.key)) found.push(row)
  }
  return found
}

/** The same among chunks given by key. Common terms may select too, because there are few chunks. */
function matchAmong(target: MatchTarget, plan: TermPlan, keys: readonly number[]): ScoredKey[] {
  const { database, limit } = target
  const { sql, values } = select(target, { ...plan, finding: plan.scoring })
  // The plus keeps FTS5 from running the query once per row id, which is 50 times slower.
  const among = `${sql} AND +rowid IN (SELECT value FROM json_each(?)) ORDER BY score DESC`
  return withTies(database.all<ScoredKey>(among, ...values, JSON.stringify(keys)), limit)
}

/**
 * Selects rows with a finding term, scored by all terms. Scoring a row and reading a common term are expensive. So rows
 * are scored by the finding terms, and those with another term again by all terms, for which FTS5 skips through the
 * common terms. BM25 is a sum over terms, so the higher score is the complete one. FTS5's bm25 is negative: lower is
 * better.
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

/** Encoded terms contain no quotes, so MATCH needs no other escaping. */
function expression(terms: readonly string[]): string {
  return terms.map(term => `"${encodeTerm(term)}"`).join(' OR ')
}
