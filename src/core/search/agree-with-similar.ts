import type { Candidate, Direction } from '../ports/store.ts'
import { bestFirst, type FusedCandidate } from './fuse-rankings.ts'
import type { SearchPlan } from './plan-search.ts'
import { mostKeywords } from './refine-by-feedback.ts'

/** How many of the best candidates are compared with each other. */
export const similarReach = 60

/** What the candidates that are similar to a candidate count in its score; its own score counts the rest. */
const share = 0.3

/** The weight of a similar candidate is its similarity to this power: most candidates are a little similar. */
const sharpness = 3

/**
 * Moves the score of each of the best candidates towards the scores of those that are similar to it: passages about what
 * was asked are similar to each other, and one that is like none of them was found by chance. Similarities are those of
 * the directions seen from the mean of these candidates, because all of them are about nearly the same subject. Scores stay
 * between the first and the last of them, so that they remain above all others. Keywords are left out: one or two words are
 * what their candidates have in common anyway. Chosen in docs/decisions/003.
 */
export function agreeWithSimilar(
  fused: readonly FusedCandidate[],
  candidates: ReadonlyMap<string, Pick<Candidate, 'vector' | 'language'>>,
  { usesFeedback, isCompared, words }: Pick<SearchPlan, 'usesFeedback' | 'isCompared' | 'words'>,
): readonly FusedCandidate[] {
  if (!usesFeedback || words.length <= mostKeywords) return fused
  const best = fused.slice(0, similarReach)
  const compared: number[] = []
  const vectors: Direction[] = []
  for (const [index, { chunkId }] of best.entries()) {
    const { vector, language } = candidates.get(chunkId) ?? { vector: null, language: 'und' }
    const isAlike = vectors[0] === undefined || vector?.length === vectors[0].length
    if (!vector || !isAlike || !isCompared(language)) continue
    compared.push(index)
    vectors.push(vector)
  }
  if (compared.length < 3) return fused
  const scores = compared.map(index => best[index]?.score ?? 0)
  const told = meansOfSimilar(scores, centre(vectors))
  const moved = [...best]
  for (const [at, index] of compared.entries()) {
    const candidate = best[index]
    if (candidate)
      moved[index] = { ...candidate, score: (1 - share) * candidate.score + share * (told[at] ?? 0) }
  }
  return [...moved.sort(bestFirst), ...fused.slice(similarReach)]
}

/** For each candidate the mean score of the others, weighted by similarity; its own when none is similar. */
function meansOfSimilar(scores: readonly number[], directions: readonly Float64Array[]): number[] {
  const sums = new Float64Array(scores.length)
  const weights = new Float64Array(scores.length)
  for (const [one, direction] of directions.entries())
    for (const [other, cosine] of dotProducts(direction, directions.slice(0, one)).entries()) {
      if (cosine <= 0) continue
      const weight = cosine ** sharpness
      sums[one] = (sums[one] ?? 0) + weight * (scores[other] ?? 0)
      sums[other] = (sums[other] ?? 0) + weight * (scores[one] ?? 0)
      weights[one] = (weights[one] ?? 0) + weight
      weights[other] = (weights[other] ?? 0) + weight
    }
  return scores.map((score, index) => {
    const weight = weights[index] ?? 0
    return weight === 0 ? score : (sums[index] ?? 0) / weight
  })
}

/** The directions seen from their mean, scaled to length 1. */
function centre(vectors: readonly Direction[]): Float64Array[] {
  const units = vectors.map(vector => Float64Array.from(vector))
  const mean = new Float64Array(units[0]?.length ?? 0)
  for (const unit of units) {
    scaleToUnit(unit)
    for (let index = 0; index < mean.length; index++)
      mean[index] = (mean[index] ?? 0) + (unit[index] ?? 0) / units.length
  }
  for (const unit of units) {
    for (let index = 0; index < mean.length; index++) unit[index] = (unit[index] ?? 0) - (mean[index] ?? 0)
    scaleToUnit(unit)
  }
  return units
}

function scaleToUnit(vector: Float64Array): void {
  let square = 0
  for (let index = 0; index < vector.length; index++) square += (vector[index] ?? 0) ** 2
  const length = Math.sqrt(square) || 1
  for (let index = 0; index < vector.length; index++) vector[index] = (vector[index] ?? 0) / length
}

/** Four at once: an addition need not wait for the one before it, which takes less than half of the time. */
function dotProducts(one: Float64Array, others: readonly Float64Array[]): number[] {
  const products: number[] = []
  for (let at = 0; at < others.length; at += 4) {
    const [a = one, b = one, c = one, d = one] = others.slice(at, at + 4)
    let [first, second, third, fourth] = [0, 0, 0, 0]
    for (let index = 0; index < one.length; index++) {
      const value = one[index] ?? 0
      first += value * (a[index] ?? 0)
      second += value * (b[index] ?? 0)
      third += value * (c[index] ?? 0)
      fourth += value * (d[index] ?? 0)
    }
    products.push(first, second, third, fourth)
  }
  products.length = others.length
  return products
}
