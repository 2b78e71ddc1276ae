import { Failure } from '../model/failure.ts'
import { chooseFusion } from './choose-fusion.ts'
import { explainSearch } from './explain-search.ts'
import { loadHits } from './load-hits.ts'
import type { SearchParts } from './parts.ts'
import { planSearch } from './plan-search.ts'
import { rankDensely } from './rank-densely.ts'
import { rankLexically } from './rank-lexically.ts'
import { refineQuestion } from './refine-question.ts'
import { scaleScores } from './scale-scores.ts'
import { trimHits } from './trim-hits.ts'
import type { SearchAnswer, SearchRequest } from './types.ts'

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
