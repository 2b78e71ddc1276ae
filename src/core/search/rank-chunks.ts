import { Failure } from '../model/failure.ts'
import type { Ranked } from '../model/hit.ts'
import type { LexicalRanking } from '../ports/store.ts'
import { askModel, isAvoidable } from './ask-model.ts'
import type { FusedCandidate } from './fuse-rankings.ts'
import type { SearchPlan } from './plan-search.ts'
import type { SearchParts } from './search-request.ts'

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

async function rankByVector(
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

export type LexicalLeg = LexicalRanking & { ms: number }

export async function rankLexically(
  plan: SearchPlan,
  { store, clock }: SearchParts,
  signal: AbortSignal,
): Promise<LexicalLeg | null> {
  if (plan.mode === 'dense') return null
  const startedAt = clock.elapsed()
  const ranking = await store.rankLexically(
    { collections: plan.collections, filter: plan.filter, terms: plan.terms, limit: plan.depth },
    signal,
  )
  return { ...ranking, ms: clock.elapsed() - startedAt }
}

/** How many of the best candidates speak for the question, and how loudly. Chosen in docs/decisions/003. */
const feedback = { candidates: 3, weight: 0.8, reach: 12 } as const

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
