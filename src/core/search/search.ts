import { Failure } from '../model/failure.ts'
import { explainSearch } from './explain-search.ts'
import { fuseRankings } from './fuse-rankings.ts'
import { loadHits, scaleScores, trimHits } from './load-hits.ts'
import { planSearch } from './plan-search.ts'
import { rankDensely, rankLexically, rerankCandidates } from './rank-chunks.ts'
import type { SearchAnswer, SearchParts, SearchRequest } from './search-request.ts'

/** The read walk: turns a question into cited hits. */
export async function search(
  request: SearchRequest,
  parts: SearchParts,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const startedAt = parts.clock.elapsed()
  const plan = await planSearch(request, parts)
  // The model runs on another thread. It is asked first, so that ranking by words runs while it works.
  const [dense, lexical] = await Promise.all([
    rankDensely(plan, parts, signal),
    rankLexically(plan, parts, signal),
  ])
  if (dense instanceof Failure) return searchByWords({ request, failure: dense }, parts, signal)
  const fused = fuseRankings({ lexical, dense }, plan)
  const ranking = await rerankCandidates({ lexical, dense, fused }, { plan, parts }, signal)
  const loaded = await loadHits(scaleScores(ranking.fused), plan, parts)
  const hits = trimHits(loaded, plan)
  const ms = parts.clock.elapsed() - startedAt
  return { hits, warnings: plan.warnings, explanation: explainSearch({ plan, ...ranking, hits, ms }) }
}

/** Answers the same question without a vector, because the model failed. */
async function searchByWords(
  { request, failure }: { request: SearchRequest; failure: Failure },
  parts: SearchParts,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const answer = await search({ ...request, mode: 'lexical' }, parts, signal)
  const warnings = [`Searched by words only: ${failure.message}`, ...answer.warnings]
  return { ...answer, warnings, lacksMeaning: true }
}
