import type { FusedCandidate } from './fuse-rankings.ts'
import type { SearchParts } from './parts.ts'
import type { SearchPlan } from './plan-search.ts'
import { type DenseLeg, rankByVector } from './rank-densely.ts'

/** How many of the best candidates speak for the question, and how loudly. Chosen in docs/decisions/003. */
export const feedback = { candidates: 3, weight: 0.8, reach: 12 } as const

/**
 * Moves the question towards its best candidates and ranks by meaning once more: passages that say the same in
 * other words come up. Each speaks for another document, or one that is long would drown the rest. The ranking by
 * words is left alone, so exact names keep their place.
 */
export async function refineQuestion(
  found: { candidates: readonly FusedCandidate[]; dense: DenseLeg | null },
  plan: SearchPlan,
  parts: SearchParts,
  signal: AbortSignal,
): Promise<DenseLeg | null> {
  const { candidates, dense } = found
  if (dense === null || !plan.usesFeedback) return dense
  const best = await bestOfDocuments(candidates.slice(0, feedback.reach), parts)
  const vectors = await parts.store.loadVectors(best.map(({ chunkId }) => chunkId))
  const vector = moveTowards(dense.vector, best, vectors)
  const { ranked, ms } = await rankByVector(vector, plan, parts, signal)
  return { ...dense, ranked, ms: dense.ms + ms }
}

async function bestOfDocuments(
  candidates: readonly FusedCandidate[],
  { store }: SearchParts,
): Promise<FusedCandidate[]> {
  const loaded = await store.loadChunks(candidates.map(({ chunkId }) => chunkId))
  const documents = new Map(loaded.map(({ chunk, document }) => [chunk.id, document.id]))
  const byDocument = Map.groupBy(candidates, ({ chunkId }) => documents.get(chunkId))
  return [...byDocument]
    .flatMap(([document, [best]]) => (document === undefined || best === undefined ? [] : [best]))
    .slice(0, feedback.candidates)
}

/** The question plus the candidates' weighted mean, at length 1. */
export function moveTowards(
  question: Float32Array,
  candidates: readonly Pick<FusedCandidate, 'chunkId' | 'score'>[],
  vectors: ReadonlyMap<string, Float32Array>,
): Float32Array {
  const known = candidates.flatMap(({ chunkId, score }) => {
    const vector = vectors.get(chunkId)
    return vector?.length === question.length ? [{ vector, score }] : []
  })
  const total = known.reduce((sum, { score }) => sum + score, 0)
  if (total === 0) return question
  const moved = question.map((value, index) =>
    known.reduce(
      (sum, { vector, score }) => sum + ((feedback.weight * score) / total) * (vector[index] ?? 0),
      value,
    ),
  )
  const length = Math.hypot(...moved)
  return length === 0 ? question : moved.map(value => value / length)
}
