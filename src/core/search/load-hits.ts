import type { Hit, Ranked } from '../model/hit.ts'
import type { SearchPlan } from './plan-search.ts'
import type { SearchParts } from './search-request.ts'

/** "Newest" looks at a few times more than is asked for, and shows the newest of what is relevant. */
const newestReach = 3

/** The chunks themselves, for no more candidates than can be shown. */
export async function loadHits(
  ranked: readonly Ranked[],
  plan: SearchPlan,
  { store }: SearchParts,
): Promise<Hit[]> {
  const wanted = ranked.slice(0, plan.sort === 'newest' ? plan.limit * newestReach : plan.limit)
  const scores = new Map(wanted.map(({ chunkId, score }) => [chunkId, score]))
  const loaded = await store.loadChunks([...scores.keys()])
  return loaded.map(({ chunk, text, document }) => ({
    score: scores.get(chunk.id) ?? 0,
    chunk,
    text,
    document,
  }))
}

/** Scores as the contracts promise them: 0…1, rounded so that they print alike everywhere. */
export function scaleScores(candidates: readonly Ranked[]): Ranked[] {
  return candidates.map(({ chunkId, score }) => ({
    chunkId,
    score: Math.round(Math.min(1, Math.max(0, score)) * 1e6) / 1e6,
  }))
}

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
