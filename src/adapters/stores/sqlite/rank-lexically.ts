import { throwIfAborted } from '../../../model/failure.ts'
import type { Ranked } from '../../../model/hit.ts'
import type { LexicalQuery, LexicalRanking } from '../../../ports/store.ts'
import { type CollectionRow, findCollections } from './collections.ts'
import type { Database } from './database.ts'
import { encodeTerm } from './encode-term.ts'
import { lexicalNames } from './lexical-table.ts'
import { type LexicalWeights, matchAmong, matchAnywhere, matchWithin } from './match-terms.ts'
import { planTerms, type TermCount, type TermPlan, termLimits } from './plan-terms.ts'
import { mergeRankings, nameRanked, type ScoredKey } from './rankings.ts'
import type { Scope, ScopeKeys } from './scope-keys.ts'

type Tools = { database: Database; scopeKeys: ScopeKeys; weights: LexicalWeights }

/** Scopes up to this size are scored whole; larger ones go through candidates as an open question does. */
const smallScope = 5_000
/** How many chunks are found by rare terms for each that is asked for, before common terms have their say. */
const candidates = (limit: number) => Math.max(800, Math.min(2 * limit, limit + 1_000))
/** A question with more different terms is a pasted text; its first ones tell enough. */
const mostTerms = 256

/** Inside a read transaction. Scores are BM25 with the statistics of each chunk's own collection. */
export function rankLexically(
  { database, scopeKeys, weights }: Tools,
  query: LexicalQuery,
  signal: AbortSignal,
): LexicalRanking {
  throwIfAborted(signal)
  const terms = [...new Set(query.terms)].filter(term => term !== '')
  const asked = terms.slice(0, mostTerms)
  if (query.limit <= 0 || asked.length === 0) return { ranked: [], usedTerms: [], droppedTerms: terms }
  const rankings: Ranked[][] = []
  const used = new Set<string>()
  for (const collection of findCollections(database, query.collections)) {
    throwIfAborted(signal)
    const plan = planFor(database, collection, asked, query.limit)
    for (const term of asked) if (!plan.dropped.includes(term)) used.add(term)
    const scope = scopeKeys.resolve(collection, query)
    const scored = rankCollection({ database, collection, weights, limit: query.limit }, plan, scope)
    rankings.push(nameRanked(database, scored))
  }
  return {
    ranked: mergeRankings(rankings, query.limit),
    usedTerms: terms.filter(term => used.has(term)),
    droppedTerms: terms.filter(term => !used.has(term)),
  }
}

/** Depends on the collection and the terms only, so that scores of one question can be compared between calls. */
function planFor(
  database: Database,
  collection: CollectionRow,
  terms: readonly string[],
  limit: number,
): TermPlan {
  const { vocabulary, sizes } = lexicalNames(collection.key)
  const frequency = `SELECT doc AS chunks FROM ${vocabulary} WHERE term = ?`
  const counts = terms.map<TermCount>(term => ({
    term,
    chunks: database.get<{ chunks: number }>(frequency, encodeTerm(term))?.chunks ?? 0,
  }))
  const counted = `SELECT count(*) AS count FROM (SELECT 1 FROM ${sizes} LIMIT ?)`
  const chunks = database.get<{ count: number }>(counted, termLimits.findingRows + 1)?.count ?? 0
  return planTerms(counts, { chunks, wanted: limit })
}

type Target = { database: Database; collection: CollectionRow; weights: LexicalWeights; limit: number }

function rankCollection(target: Target, plan: TermPlan, scope: Scope | null): ScoredKey[] {
  if (plan.scoring.length === 0) return []
  if (scope && scope.keys.length <= smallScope) return matchAmong(target, plan.scoring, scope.keys)
  const match = (terms: readonly string[], limit: number) =>
    scope ? matchWithin({ ...target, limit }, terms, scope) : matchAnywhere({ ...target, limit }, terms)
  if (plan.finding.length === plan.scoring.length) return match(plan.scoring, target.limit)
  const found = match(plan.finding, candidates(target.limit))
  // Rare terms may all lie outside a filter; then the common ones have to find as well.
  if (scope && found.length < target.limit) return matchAmong(target, plan.scoring, scope.keys)
  return matchAmong(
    target,
    plan.scoring,
    found.map(candidate => candidate.key),
  )
}
