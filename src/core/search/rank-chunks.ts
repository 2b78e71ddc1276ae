import { Failure } from '../model/failure.ts'
import type { Ranked } from '../model/hit.ts'
import type { LexicalRanking } from '../ports/store.ts'
import { askModel, isAvoidable } from './ask-model.ts'
import { type FusedCandidate, fuseRankings } from './fuse-rankings.ts'
import type { SearchPlan } from './plan-search.ts'
import type { SearchParts } from './search-request.ts'

export type LexicalLeg = LexicalRanking & { ms: number }

export type DenseLeg = { ranked: Ranked[]; vector: Float32Array; model: string; embedMs: number; ms: number }

/** The two rankings and the one that was fused from them. */
export type FusedRanking = {
  lexical: LexicalLeg | null
  dense: DenseLeg | null
  fused: readonly FusedCandidate[]
}

/** Ranks chunks by the words of the question; null when the plan ranks by meaning only. */
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

/**
 * Ranks chunks by meaning; null when the plan has no collection to rank that way. Returns the Failure of a model that
 * did not answer in time or could not be reached, so that the caller can search by words instead.
 */
export async function rankDensely(
  plan: SearchPlan,
  parts: SearchParts,
  signal: AbortSignal,
): Promise<DenseLeg | Failure | null> {
  if (plan.mode === 'lexical' || plan.denseCollections.length === 0) return null
  const { embedder, clock } = parts
  const startedAt = clock.elapsed()
  const wait = { model: embedder.id, by: plan.meaningBy, signal }
  const vector = await askModel(until => embedder.embedQuery(plan.text, until), wait).catch(
    (error: unknown) => {
      if (isAvoidable(error, signal)) return error
      throw error
    },
  )
  if (vector instanceof Failure) return vector
  const embedMs = clock.elapsed() - startedAt
  plan.onEmbedded()
  return { vector, model: embedder.id, embedMs, ...(await rankByVector(vector, { plan, parts }, signal)) }
}

/** How many of the best candidates change the question's vector, and how much. Chosen in docs/decisions/003. */
export const feedback = { candidates: 3, weight: 0.8, reach: 12 } as const

/**
 * Moves the question's vector towards its best candidates, ranks by meaning once more and fuses again: this finds
 * passages that say the same in other words. One candidate per document is used, so that a long document does not
 * dominate. The lexical ranking stays as it is, so exact names keep their place.
 */
export async function rerankCandidates(
  found: FusedRanking,
  { plan, parts }: { plan: SearchPlan; parts: SearchParts },
  signal: AbortSignal,
): Promise<FusedRanking> {
  const { lexical, dense, fused } = found
  if (dense === null || !plan.usesFeedback) return found
  const best = await bestOfDocuments(fused.slice(0, feedback.reach), parts)
  const vectors = await parts.store.loadVectors(best.map(({ chunkId }) => chunkId))
  const vector = moveTowards(dense.vector, best, vectors)
  const { ranked, ms } = await rankByVector(vector, { plan, parts }, signal)
  const refined = { ...dense, ranked, ms: dense.ms + ms }
  return { lexical, dense: refined, fused: fuseRankings({ lexical, dense: refined }, plan) }
}

async function rankByVector(
  vector: Float32Array,
  { plan, parts: { store, clock } }: { plan: SearchPlan; parts: SearchParts },
  signal: AbortSignal,
): Promise<{ ranked: Ranked[]; ms: number }> {
  const startedAt = clock.elapsed()
  const ranked = await store.rankDensely(
    { collections: plan.denseCollections, filter: plan.filter, vector, limit: plan.depth },
    signal,
  )
  return { ranked, ms: clock.elapsed() - startedAt }
}

/** The best candidate of each document, best first. */
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

/** The question plus the candidates' weighted mean, scaled to length 1. */
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
