import { throwIfAborted } from '../../../core/model/failure.ts'
import type { Ranked } from '../../../core/model/hit.ts'
import type { LexicalQuery, LexicalRanking } from '../../../core/ports/store.ts'
import { type CollectionRow, findCollections } from './collections.ts'
import type { Database } from './database.ts'
import { lexicalNames } from './lexical-table.ts'
import {
  type LexicalWeights,
  type MatchTarget,
  matchAmong,
  matchAnywhere,
  matchWithin,
} from './match-terms.ts'
import { planTerms, type TermCount, type TermPlan, termLimits } from './plan-terms.ts'
import { mergeRankings, nameRanked, type ScoredKey } from './rankings.ts'
import type { Scope, ScopeKeys } from './scope-keys.ts'
import type { TermCounts } from './term-counts.ts'

type Tools = { database: Database; scopeKeys: ScopeKeys; termCounts: TermCounts; weights: LexicalWeights }

/** Scopes up to this size are scored whole; in larger ones rare terms find, as in an open question. */
const smallScope = 5_000
/** A question with more different terms is a pasted text; its first ones tell enough. */
const mostTerms = 256

/** Inside a read transaction. Scores are BM25 with the statistics of each chunk's own collection. */
export function rankLexically(
  { database, scopeKeys, termCounts, weights }: Tools,
  query: LexicalQuery,
  signal: AbortSignal,
): LexicalRanking {
  throwIfAborted(signal)
  const terms = [...new Set(query.terms)].filter(term => term !== '')
  const asked = terms.slice(0, mostTerms)
  if (query.limit <= 0 || asked.length === 0) return { ranked: [], usedTerms: [], droppedTerms: terms }
  const rankings: Ranked[][] = []
  const plans: TermPlan[] = []
  for (const collection of findCollections(database, query.collections)) {
    throwIfAborted(signal)
    const counts = asked.map(term => ({ term, chunks: termCounts.count(collection, term) }))
    const plan = planFor(database, collection, counts, query.limit)
    const scope = scopeKeys.resolve(collection, query.filter)
    const scored = rankCollection({ database, collection, weights, limit: query.limit }, plan, scope)
    rankings.push(nameRanked(database, scored))
    plans.push(plan)
  }
  const isDropped = (term: string) => plans.length > 0 && plans.every(plan => plan.dropped.includes(term))
  return {
    ranked: mergeRankings(rankings, query.limit),
    usedTerms: asked.filter(term => !isDropped(term)),
    droppedTerms: [...asked.filter(isDropped), ...terms.slice(mostTerms)],
  }
}

/** Depends on the collection and the terms only, so that scores of one question can be compared between calls. */
function planFor(
  database: Database,
  collection: CollectionRow,
  counts: readonly TermCount[],
  limit: number,
): TermPlan {
  const { sizes } = lexicalNames(collection.key)
  const counted = `SELECT count(*) AS count FROM (SELECT 1 FROM ${sizes} LIMIT ?)`
  const chunks = database.get<{ count: number }>(counted, termLimits.findingRows + 1)?.count ?? 0
  return planTerms(counts, { chunks, wanted: limit })
}

function rankCollection(target: MatchTarget, plan: TermPlan, scope: Scope | null): ScoredKey[] {
  if (plan.scoring.length === 0) return []
  if (scope === null) return matchAnywhere(target, plan)
  if (scope.keys.length <= smallScope) return matchAmong(target, plan, scope.keys)
  const found = matchWithin(target, plan, scope)
  const mayMissSome = found.length < target.limit && plan.finding.length < plan.scoring.length
  // Rare terms may all lie outside a filter; then the common ones have to find as well.
  return mayMissSome ? matchAmong(target, plan, scope.keys) : found
}
