import type { CollectionSummary } from '../model/collection.ts'
import { Failure } from '../model/failure.ts'
import { agreeWithSimilar } from './agree-with-similar.ts'
import { type Background, readBackground } from './background.ts'
import { explainSearch } from './explain-search.ts'
import { fuseRankings } from './fuse-rankings.ts'
import { fitsNothing, isAboutRelevance, judgeHits, warnOfRelevance } from './judge-hits.ts'
import { backgroundsOf } from './keep-background.ts'
import { type FoundHit, judgedReach, loadHits, scaleScores, trimHits } from './load-hits.ts'
import { planSearch, type SearchPlan } from './plan-search.ts'
import { embedQuestion, type Legs, rankChunks, readQuestion } from './rank-chunks.ts'
import { refineByFeedback } from './refine-by-feedback.ts'
import type { RerankedHits } from './rerank-candidates.ts'
import { compareCandidates, rescoreByTokens, tokenShares } from './rescore-by-tokens.ts'
import type { SearchAnswer, SearchParts, SearchRequest } from './search-request.ts'
import { settleLanguage } from './settle-language.ts'

/** A request, and the store's collections as they are now. */
export type Asked = { request: SearchRequest; collections: readonly CollectionSummary[] }

/** The read walk: turns a question into cited hits. Calls the store twice: to rank, and to load the hits. */
export async function search(
  { request, collections }: Asked,
  parts: SearchParts,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const startedAt = parts.clock.elapsed()
  const planned = planSearch(request, collections, parts)
  const question = await embedQuestion(planned, parts, signal)
  if (question instanceof Failure)
    return searchByWords({ request, collections, failure: question }, parts, signal)
  const [legs, questionTokens] = await Promise.all([
    rankChunks({ plan: planned, question }, parts, signal),
    readQuestion(planned, parts, signal),
  ])
  const plan = settleLanguage(legs, planned)
  const width = parts.embedder.tokens?.width ?? 0
  const matches = compareCandidates(legs, { question: questionTokens, width }, plan)
  const first = rescoreByTokens(fuseRankings(legs, plan), matches, tokenShares.beforeFeedback)
  const refined = refineByFeedback({ ...legs, fused: first }, plan)
  const rescored = rescoreByTokens(refined.fused, matches, tokenShares.afterwards)
  const fused = agreeWithSimilar(rescored, legs.candidates, plan)
  const loaded = await loadHits(scaleScores(fused), plan, parts)
  const reranked = await rerankHits({ hits: loaded, plan }, parts, signal)
  const backgrounds = await findBackgrounds({ plan, legs, collections }, parts, signal)
  const judged = judgeHits(
    reranked.hits.slice(0, judgedReach(plan)),
    { legs, plan, backgrounds, matches },
    parts.analyzer,
  )
  const nothingFits = fitsNothing(judged, { plan, backgrounds })
  const hits = trimHits(judged.hits, plan)
  const ms = parts.clock.elapsed() - startedAt
  return {
    hits,
    nothingFits,
    warnings: [
      ...plan.warnings,
      ...warnOfSimilarWords(legs.similar),
      ...reranked.warnings,
      ...warnOfRelevance({ judged: judged.hits, hits, nothingFits }, plan),
    ],
    explanation: explainSearch({ plan, ...refined, fused, matches, hits, ms, reranker: reranked.by }),
    ...(reranked.by === null ? {} : { isReranked: true as const }),
    ...(reranked.isCut ? { isCut: true as const } : {}),
  }
}

/** `by` is the id of the reranker that scored some of them. */
async function rerankHits(
  { hits, plan }: { hits: FoundHit[]; plan: SearchPlan },
  { reranker, clock }: SearchParts,
  signal: AbortSignal,
): Promise<Pick<RerankedHits, 'hits' | 'warnings' | 'isCut'> & { by: string | null }> {
  if (!plan.reranks || !reranker) return { hits, warnings: [], by: null }
  const { rerankCandidates } = await import('./rerank-candidates.ts')
  const asked = { question: plan.text, hits, by: plan.meaningBy }
  const { scored, ...reranked } = await rerankCandidates(asked, { reranker, clock }, signal)
  return { ...reranked, by: scored > 0 ? reranker.id : null }
}

/** Nothing is asked of the store unless a collection that was ranked by meaning has never been measured. */
async function findBackgrounds(
  { plan, legs, collections }: { plan: SearchPlan; legs: Legs } & Pick<Asked, 'collections'>,
  parts: SearchParts,
  signal: AbortSignal,
): Promise<Background[]> {
  if (legs.dense === null || legs.dense.ranked.length === 0) return []
  const names = new Set(plan.denseCollections)
  const chosen = collections.filter(({ name }) => names.has(name))
  // The model is busy making vectors, so the caller does not wait for it.
  if (plan.awaitsVectors) return chosen.flatMap(collection => readBackground(collection) ?? [])
  return backgroundsOf({ chosen, all: collections }, parts, signal)
}

/** Answers the same question without a vector, because the model failed. */
async function searchByWords(
  { request, collections, failure }: Asked & { failure: Failure },
  parts: SearchParts,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const answer = await search({ request: { ...request, mode: 'lexical' }, collections }, parts, signal)
  const others = answer.warnings.filter(warning => !isAboutRelevance(warning))
  return {
    ...answer,
    // Not known: the model may find a passage that says it in other words.
    nothingFits: false,
    warnings: [`Searched by words only: ${failure.message}`, ...others],
    lacksMeaning: true,
  }
}

function warnOfSimilarWords(similar: readonly { word: string; terms: readonly string[] }[]): string[] {
  return similar.map(
    ({ word, terms }) =>
      `No document contains a word like "${word}"; similar words were searched too: ${terms.join(', ')}.`,
  )
}
