import type { Ranked } from '../model/hit.ts'
import type { Candidate, Direction } from '../ports/store.ts'
import { type FusedCandidate, fuseRankings } from './fuse-rankings.ts'
import type { SearchPlan } from './plan-search.ts'
import { type Legs, rankBy } from './rank-chunks.ts'

/** How many of the best candidates change the question's vector, how much, and whether both rankings must agree. */
type Feedback = { candidates: number; weight: number; needsAgreement: boolean }

/** Chosen in docs/decisions/003. One or two words say little of what is meant: the best candidates say more. */
const feedbackOf: Readonly<Record<'keywords' | 'question', Feedback>> = {
  keywords: { candidates: 5, weight: 1.6, needsAgreement: false },
  question: { candidates: 3, weight: 0.8, needsAgreement: true },
}

/** The most words of a question that counts as keywords. */
export const mostKeywords = 2

/** The best candidates are taken from this many. */
const reach = 12

/** The two rankings and the one that was fused from them. */
export type FusedRanking = Legs & {
  fused: readonly FusedCandidate[]
  /** Whether feedback changed the ranking. */
  isRefined?: true
}

/** Both rankings must have this many of their ten best in common; otherwise the best candidates are too uncertain. */
const agreement = { among: 10, common: 2 } as const

/**
 * Moves the question's vector towards its best candidates, ranks the candidates by meaning once more and fuses again:
 * this moves passages up that say the same in other words. One candidate per document is used, so that a long document
 * does not dominate. The lexical ranking stays as it is, so exact names keep their place.
 */
export function refineByFeedback(found: FusedRanking, plan: SearchPlan): FusedRanking {
  const { lexical, dense, fused, candidates } = found
  if (lexical === null || dense === null || !plan.usesFeedback) return found
  const feedback = feedbackOf[plan.words.length <= mostKeywords ? 'keywords' : 'question']
  if (feedback.needsAgreement && !doLegsAgree(lexical.ranked, dense.ranked)) return found
  const teachers = fused
    .slice(0, reach)
    .filter(({ chunkId }) => plan.isCompared(candidates.get(chunkId)?.language ?? 'und'))
  const best = bestOfDocuments(teachers, candidates).slice(0, feedback.candidates)
  const moved = moveTowards(dense.vector, { best, weight: feedback.weight }, candidates)
  if (moved === dense.vector) return found
  const ranked = rankBy(candidates.values(), plan, ({ vector }) => vector && cosine(moved, vector))
  const refined = { ...dense, ranked }
  return {
    ...found,
    dense: refined,
    fused: fuseRankings({ ...found, dense: refined }, plan),
    isRefined: true,
  }
}

function doLegsAgree(lexical: readonly Ranked[], dense: readonly Ranked[]): boolean {
  const best = new Set(lexical.slice(0, agreement.among).map(({ chunkId }) => chunkId))
  const common = dense.slice(0, agreement.among).filter(({ chunkId }) => best.has(chunkId)).length
  return common >= Math.min(agreement.common, best.size, dense.length)
}

/** The best candidate of each document, best first. */
function bestOfDocuments(
  fused: readonly FusedCandidate[],
  candidates: ReadonlyMap<string, Pick<Candidate, 'documentId'>>,
): FusedCandidate[] {
  const byDocument = Map.groupBy(fused, ({ chunkId }) => candidates.get(chunkId)?.documentId)
  return [...byDocument].flatMap(([document, [best]]) =>
    document === undefined || best === undefined ? [] : [best],
  )
}

/** The question plus the candidates' weighted mean, scaled to length 1. */
export function moveTowards(
  question: Float32Array,
  { best, weight }: { best: readonly Pick<FusedCandidate, 'chunkId' | 'score'>[]; weight: number },
  candidates: ReadonlyMap<string, Pick<Candidate, 'vector'>>,
): Float32Array {
  const known = best.flatMap(({ chunkId, score }) => {
    const vector = candidates.get(chunkId)?.vector
    const length = vector?.length === question.length ? lengthOf(vector) : 0
    return vector && length > 0 ? [{ vector, length, score }] : []
  })
  const total = known.reduce((sum, { score }) => sum + score, 0)
  if (total === 0) return question
  const moved = Float64Array.from(question)
  for (const { vector, length, score } of known) {
    const share = (weight * score) / total / length
    for (let index = 0; index < moved.length; index++)
      moved[index] = (moved[index] ?? 0) + share * (vector[index] ?? 0)
  }
  const length = lengthOf(moved)
  return length === 0 ? question : Float32Array.from(moved, value => value / length)
}

function lengthOf(vector: Direction | Float64Array): number {
  let square = 0
  for (let index = 0; index < vector.length; index++) square += (vector[index] ?? 0) ** 2
  return Math.sqrt(square)
}

/** `one` has length 1. */
function cosine(one: Float32Array, other: Direction): number {
  let dot = 0
  let square = 0
  for (let index = 0; index < other.length; index++) {
    const value = other[index] ?? 0
    dot += (one[index] ?? 0) * value
    square += value * value
  }
  return square === 0 ? 0 : dot / Math.sqrt(square)
}
