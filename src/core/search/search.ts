import { Failure } from '../model/failure.ts'
import { explainSearch } from './explain-search.ts'
import { chooseFusion } from './fuse-rankings.ts'
import { loadHits, scaleScores, trimHits } from './load-hits.ts'
import { planSearch } from './plan-search.ts'
import { rankDensely, rankLexically, refineQuestion } from './rank-chunks.ts'
import type { SearchAnswer, SearchParts, SearchRequest } from './search-request.ts'

/** The read walk: a question becomes cited hits. */
export async function search(
  request: SearchRequest,
  parts: SearchParts,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const startedAt = parts.clock.elapsed()
  const plan = await planSearch(request, parts)
  // The model works on another thread: it is asked first, so that ranking by words fills the wait for it.
  const [meant, lexical] = await Promise.all([
    rankDensely(plan, parts, signal),
    rankLexically(plan, parts, signal),
  ])
  if (meant instanceof Failure) return searchByWords(request, meant, parts, signal)
  const asked = meant
  const fuse = chooseFusion(plan)
  const candidates = fuse(lexical, asked)
  const dense = await refineQuestion({ candidates, dense: asked }, plan, parts, signal)
  const fused = dense === asked ? candidates : fuse(lexical, dense)
  const loaded = await loadHits(scaleScores(fused), plan, parts)
  const hits = trimHits(loaded, plan)
  const explanation = explainSearch({
    plan,
    lexical,
    dense,
    fused,
    hits,
    ms: parts.clock.elapsed() - startedAt,
  })
  return { hits, warnings: plan.warnings, explanation }
}

/** The same question without its vector. */
async function searchByWords(
  request: SearchRequest,
  { message }: Failure,
  parts: SearchParts,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const answer = await search({ ...request, mode: 'lexical' }, parts, signal)
  const warnings = [`Searched by words only: ${message}`, ...answer.warnings]
  return { ...answer, warnings, lacksMeaning: true }
}
