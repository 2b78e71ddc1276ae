import type { Candidate, Direction } from '../ports/store.ts'
import { bestFirst, type FusedCandidate } from './fuse-rankings.ts'
import type { SearchPlan } from './plan-search.ts'
import { mostKeywords } from './refine-by-feedback.ts'
import { similarKernel } from './similar-kernel.generated.ts'

/** How many of the best candidates are compared with each other. */
export const similarReach = 60

/** What the candidates that are similar to a candidate count in its score; its own score counts the rest. */
const share = 0.3

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
  const told = meansOfSimilar(scores, vectors)
  const moved = [...best]
  for (const [at, index] of compared.entries()) {
    const candidate = best[index]
    if (candidate)
      moved[index] = { ...candidate, score: (1 - share) * candidate.score + share * (told[at] ?? 0) }
  }
  return [...moved.sort(bestFirst), ...fused.slice(similarReach)]
}

/**
 * For each candidate the mean score of the others, weighted by the third power of their similarity, because most candidates are
 * a little similar; its own when none is. In WebAssembly (similar-kernel.wat), which is quick from the first question on.
 */
function meansOfSimilar(scores: readonly number[], vectors: readonly Direction[]): number[] {
  const count = scores.length
  const length = vectors[0]?.length ?? 0
  const stride = Math.ceil(length / 4) * 4
  const bytes = numberBytes * stride
  // The kernel reads up to three vectors behind the last; the first of these is the mean.
  const meanAt = count * bytes
  const scoresAt = meanAt + 3 * bytes
  const sumsAt = scoresAt + numberBytes * count
  const weightsAt = sumsAt + numberBytes * count
  const { memory, centre, weigh } = kernelWith(weightsAt + numberBytes * count)
  const numbers = new Float64Array(memory.buffer, 0, (weightsAt + numberBytes * count) / numberBytes)
  for (const [index, vector] of vectors.entries()) {
    numbers.set(vector, index * stride)
    if (length < stride) numbers.fill(0, index * stride + length, (index + 1) * stride)
  }
  numbers.set(scores, scoresAt / numberBytes)
  numbers.fill(0, sumsAt / numberBytes)
  centre(0, count, bytes, meanAt)
  weigh(0, count, bytes, scoresAt, sumsAt, weightsAt)
  return scores.map((score, index) => {
    const weight = numbers[weightsAt / numberBytes + index] ?? 0
    return weight === 0 ? score : (numbers[sumsAt / numberBytes + index] ?? 0) / weight
  })
}

/** The used part of the WebAssembly global: its types are in the DOM library, which this project does not include. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { exports: unknown }
}

type Kernel = {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  centre(vectors: number, count: number, bytes: number, mean: number): void
  weigh(vectors: number, count: number, bytes: number, scores: number, sums: number, weights: number): void
}

const pageBytes = 65_536
const numberBytes = 8

let loaded: Kernel | null = null

/** The kernel with at least this much memory. */
function kernelWith(bytes: number): Kernel {
  // SAFETY: similar-kernel.wat exports exactly these.
  loaded ??= new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(similarKernel, 'base64')))
    .exports as Kernel
  const { memory } = loaded
  if (memory.buffer.byteLength < bytes) memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / pageBytes))
  return loaded
}
