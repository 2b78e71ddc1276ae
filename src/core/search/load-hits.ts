import type { Hit, Ranked } from '../model/hit.ts'
import type { SearchParts } from './parts.ts'
import type { SearchPlan } from './plan-search.ts'

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
