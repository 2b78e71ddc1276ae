import type { Hit, Ranked } from '../model/hit.ts'
import { judgedTogether } from './judge-hits.ts'
import type { SearchPlan } from './plan-search.ts'
import { rerankReach } from './rerank-candidates.ts'
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

/** How many of them are judged: those that may be returned, and at least the first. */
export function judgedReach({ sort, limit }: Pick<SearchPlan, 'sort' | 'limit'>): number {
  return Math.max(reachOf({ sort, limit }), judgedTogether)
}

/** Rounds scores to 0…1 with six decimals, as the contracts promise them. */
export function scaleScores(candidates: readonly Ranked[]): Ranked[] {
  return candidates.map(({ chunkId, score }) => ({
    chunkId,
    score: Math.round(Math.min(1, Math.max(0, score)) * 1e6) / 1e6,
  }))
}

/** A hit whose relevance is not judged yet. */
export type FoundHit = Omit<Hit, 'relevance'>

/** Loads the chunks of as many candidates as the answer can use, and at least those that are judged together. */
export async function loadHits(
  ranked: readonly Ranked[],
  plan: Pick<SearchPlan, 'sort' | 'limit' | 'reranks'>,
  { store }: Pick<SearchParts, 'store'>,
): Promise<FoundHit[]> {
  const wanted = ranked.slice(0, Math.max(reachOf(plan), judgedTogether))
  const scores = new Map(wanted.map(({ chunkId, score }) => [chunkId, score]))
  const loaded = await store.loadChunks([...scores.keys()])
  return loaded.map(({ chunk, text, document }) => ({
    score: scores.get(chunk.id) ?? 0,
    chunk,
    text,
    document,
  }))
}

/** Leaves out hits below the plan's score, sorts the others as it says and cuts them to its limit. */
export function trimHits(hits: readonly Hit[], plan: Pick<SearchPlan, 'sort' | 'limit' | 'minScore'>): Hit[] {
  const relevant = hits.slice(0, reachOf(plan)).filter(({ relevance }) => relevance >= plan.minScore)
  const ordered = plan.sort === 'newest' ? relevant.toSorted(byNewest) : relevant
  return ordered.slice(0, plan.limit)
}

function byNewest(one: Hit, other: Hit): number {
  return dateOf(other) - dateOf(one) || other.score - one.score || (one.chunk.id < other.chunk.id ? -1 : 1)
}

function dateOf({ document }: Hit): number {
  const modified = document.lastModified === null ? Number.NaN : Date.parse(document.lastModified)
  return Number.isNaN(modified) ? Date.parse(document.createdAt) : modified
}
