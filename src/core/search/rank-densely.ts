import { Failure } from '../model/failure.ts'
import type { Ranked } from '../model/hit.ts'
import { askModel, isAvoidable } from './ask-model.ts'
import type { SearchParts } from './parts.ts'
import type { SearchPlan } from './plan-search.ts'

export type DenseLeg = { ranked: Ranked[]; vector: Float32Array; model: string; embedMs: number; ms: number }

/** Null where there is nothing to rank by meaning; the Failure of a model that could not be asked in time. */
export async function rankDensely(
  plan: SearchPlan,
  parts: SearchParts,
  signal: AbortSignal,
): Promise<DenseLeg | Failure | null> {
  if (plan.mode === 'lexical' || plan.denseCollections.length === 0) return null
  const startedAt = parts.clock.elapsed()
  const { embedder } = parts
  const wait = { model: embedder.id, by: plan.meaningBy, signal }
  const vector = await askModel(until => embedder.embedQuery(plan.text, until), wait).catch(
    (error: unknown) => {
      if (isAvoidable(error, signal)) return error
      throw error
    },
  )
  if (vector instanceof Failure) return vector
  const embedMs = parts.clock.elapsed() - startedAt
  plan.onEmbedded()
  return { vector, model: parts.embedder.id, embedMs, ...(await rankByVector(vector, plan, parts, signal)) }
}

export async function rankByVector(
  vector: Float32Array,
  plan: SearchPlan,
  { store, clock }: SearchParts,
  signal: AbortSignal,
): Promise<{ ranked: Ranked[]; ms: number }> {
  const startedAt = clock.elapsed()
  const ranked = await store.rankDensely(
    { collections: plan.denseCollections, filter: plan.filter, vector, limit: plan.depth },
    signal,
  )
  return { ranked, ms: clock.elapsed() - startedAt }
}
