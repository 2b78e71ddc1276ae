import type { CollectionSummary } from '../model/collection.ts'
import { Failure } from '../model/failure.ts'
import type { Hit } from '../model/hit.ts'
import { explainSearch } from './explain-search.ts'
import { fuseRankings } from './fuse-rankings.ts'
import { loadCandidates, pickHits, scaleScores, trimHits } from './load-hits.ts'
import { planSearch, type SearchPlan } from './plan-search.ts'
import { embedQuestion, rankChunks, readQuestion } from './rank-chunks.ts'
import { refineByFeedback } from './refine-by-feedback.ts'
import type { RerankedHits } from './rerank-candidates.ts'
import { rescoreByTokens } from './rescore-by-tokens.ts'
import type { SearchAnswer, SearchParts, SearchRequest } from './search-request.ts'

/** A request, and the store's collections as they are now. */
export type Asked = { request: SearchRequest; collections: readonly CollectionSummary[] }

/** The read walk: turns a question into cited hits. Calls the store twice: to rank, and to load the hits. */
export async function search(
  { request, collections }: Asked,
  parts: SearchParts,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const startedAt = parts.clock.elapsed()
  const plan = planSearch(request, collections, parts)
  const question = await embedQuestion(plan, parts, signal)
  if (question instanceof Failure)
    return searchByWords({ request, collections, failure: question }, parts, signal)
  const [legs, questionTokens] = await Promise.all([
    rankChunks({ plan, question }, parts, signal),
    readQuestion(plan, parts, signal),
  ])
  const refined = refineByFeedback({ ...legs, fused: fuseRankings(legs, plan) }, plan)
  const loaded = await loadCandidates(refined.fused, plan, parts)
  const width = parts.embedder.tokens?.width ?? 0
  const ranking = rescoreByTokens(refined, { question: questionTokens, loaded, width }, plan)
  const ordered = pickHits(scaleScores(ranking.fused), loaded, plan)
  const reranked = await rerankHits({ hits: ordered, plan }, parts, signal)
  const hits = trimHits(reranked.hits, plan)
  const ms = parts.clock.elapsed() - startedAt
  return {
    hits,
    warnings: [...plan.warnings, ...warnOfSimilarWords(legs.similar), ...reranked.warnings],
    explanation: explainSearch({ plan, ...ranking, hits, ms, reranker: reranked.by }),
    ...(reranked.by === null ? {} : { isReranked: true as const }),
    ...(reranked.isCut ? { isCut: true as const } : {}),
  }
}

/** `by` is the id of the reranker that scored some of them. */
async function rerankHits(
  { hits, plan }: { hits: Hit[]; plan: SearchPlan },
  { reranker, clock }: SearchParts,
  signal: AbortSignal,
): Promise<Pick<RerankedHits, 'hits' | 'warnings' | 'isCut'> & { by: string | null }> {
  if (!plan.reranks || !reranker) return { hits, warnings: [], by: null }
  const { rerankCandidates } = await import('./rerank-candidates.ts')
  const asked = { question: plan.text, hits, by: plan.meaningBy }
  const { scored, ...reranked } = await rerankCandidates(asked, { reranker, clock }, signal)
  return { ...reranked, by: scored > 0 ? reranker.id : null }
}

/** Answers the same question without a vector, because the model failed. */
async function searchByWords(
  { request, collections, failure }: Asked & { failure: Failure },
  parts: SearchParts,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const answer = await search({ request: { ...request, mode: 'lexical' }, collections }, parts, signal)
  const warnings = [`Searched by words only: ${failure.message}`, ...answer.warnings]
  return { ...answer, warnings, lacksMeaning: true }
}

function warnOfSimilarWords(similar: readonly { word: string; terms: readonly string[] }[]): string[] {
  return similar.map(
    ({ word, terms }) =>
      `No document contains a word like "${word}"; similar words were searched too: ${terms.join(', ')}.`,
  )
}
