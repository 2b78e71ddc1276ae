import type { Hit, Ranked } from '../model/hit.ts'
import type { LoadedChunk } from '../ports/store.ts'
import type { SearchPlan } from './plan-search.ts'
import { rerankReach } from './rerank-candidates.ts'
import { tokenReach } from './rescore-by-tokens.ts'
import type { SearchParts } from './search-request.ts'

/** `newest` loads this many times the limit, and then keeps the newest of these relevant hits. */
const newestReach = 3

/** How many candidates a request loads. */
export function reachOf({
  sort,
  limit,
  reranks = false,
}: Pick<SearchPlan, 'sort' | 'limit'> & { reranks?: boolean }): number {
  return sort === 'newest' ? limit * newestReach : Math.max(limit, reranks ? rerankReach : 0)
}

/** Rounds scores to 0…1 with six decimals, as the contracts promise them. */
export function scaleScores(candidates: readonly Ranked[]): Ranked[] {
  return candidates.map(({ chunkId, score }) => ({
    chunkId,
    score: Math.round(Math.min(1, Math.max(0, score)) * 1e6) / 1e6,
  }))
}

/** Loads the chunks of as many candidates as the answer can use, or as are compared by their tokens. */
export async function loadCandidates(
  ranked: readonly Ranked[],
  plan: Pick<SearchPlan, 'usesTokens' | 'sort' | 'limit' | 'reranks'>,
  { store }: Pick<SearchParts, 'store'>,
): Promise<LoadedChunk[]> {
  const count = Math.max(reachOf(plan), plan.usesTokens ? tokenReach : 0)
  const ids = ranked.slice(0, count).map(({ chunkId }) => chunkId)
  return store.loadChunks(ids, { tokenBits: plan.usesTokens })
}

/** The hits of a ranking, best first, as many as the answer can use. */
export function pickHits(
  ranked: readonly Ranked[],
  loaded: readonly LoadedChunk[],
  plan: Pick<SearchPlan, 'sort' | 'limit' | 'reranks'>,
): Hit[] {
  const byId = new Map(loaded.map(found => [found.chunk.id, found]))
  return ranked.slice(0, reachOf(plan)).flatMap(({ chunkId, score }) => {
    const found = byId.get(chunkId)
    return found === undefined
      ? []
      : [{ score, chunk: found.chunk, text: found.text, document: found.document }]
  })
}

/** Sorts the hits as the plan says and cuts them to its limit. */
export function trimHits(hits: readonly Hit[], plan: Pick<SearchPlan, 'sort' | 'limit'>): Hit[] {
  const ordered = plan.sort === 'newest' ? hits.toSorted(byNewest) : hits
  return ordered.slice(0, plan.limit)
}

function byNewest(one: Hit, other: Hit): number {
  return dateOf(other) - dateOf(one) || other.score - one.score || (one.chunk.id < other.chunk.id ? -1 : 1)
}

function dateOf({ document }: Hit): number {
  const modified = document.lastModified === null ? Number.NaN : Date.parse(document.lastModified)
  return Number.isNaN(modified) ? Date.parse(document.createdAt) : modified
}
