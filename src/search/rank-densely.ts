import type { Ranked } from '../model/hit.ts'
import type { SearchParts } from './parts.ts'
import type { SearchPlan } from './plan-search.ts'

export type DenseLeg = { ranked: Ranked[]; vector: Float32Array; model: string; embedMs: number; ms: number }

export async function rankDensely(
  plan: SearchPlan,
  { store, embedder, clock }: SearchParts,
  signal: AbortSignal,
): Promise<DenseLeg | null> {
  if (plan.mode === 'lexical' || plan.denseCollections.length === 0) return null
  const startedAt = clock.elapsed()
  const vector = await embedder.embedQuery(plan.text, signal)
  const embeddedAt = clock.elapsed()
  const ranked = await store.rankDensely(
    { collections: plan.denseCollections, filter: plan.filter, vector, limit: plan.depth },
    signal,
  )
  return {
    ranked,
    vector,
    model: embedder.id,
    embedMs: embeddedAt - startedAt,
    ms: clock.elapsed() - embeddedAt,
  }
}
