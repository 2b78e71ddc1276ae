import type { CollectionSummary } from '../model/collection.ts'
import type { JsonObject } from '../model/json.ts'
import type { Embedder } from '../ports/embedder.ts'
import { probes } from './probe-texts.ts'

/**
 * What cosines mean in one collection. Unrelated texts have a cosine of 0.73 in one model and of 0.1 in another, so a
 * cosine says nothing until it is compared with those of texts that have nothing to do with the question.
 */
export type Background = {
  /** The mean vector of general texts: its product with a question's vector is what an unrelated text would have. */
  mean: Float32Array
  /** How much higher the cosine of an answer is than that of an unrelated text. */
  gap: number
  /** Standard deviation of the cosines of unrelated texts. */
  spread: number
  /** How many chunks the collection had when it was measured. The more there are, the nearer is the nearest by chance. */
  chunks: number
}

/** Raise it when the same model would be measured differently. */
const version = 1

/** The background that is stored with a collection; null when there is none for its model. */
export function readBackground({
  calibration,
  model,
}: Pick<CollectionSummary, 'calibration' | 'model'>): Background | null {
  if (calibration === null || calibration.version !== version || calibration.model !== model) return null
  const { mean, gap, spread, chunks } = calibration
  const isWhole = typeof gap === 'number' && typeof spread === 'number' && typeof chunks === 'number'
  return typeof mean === 'string' && isWhole ? { mean: fromText(mean), gap, spread, chunks } : null
}

export function writeBackground({ mean, gap, spread, chunks }: Background, model: string): JsonObject {
  const bytes = Buffer.from(mean.buffer, mean.byteOffset, mean.byteLength)
  return { version, model, chunks, gap, spread, mean: bytes.toString('base64') }
}

function fromText(text: string): Float32Array {
  return new Float32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer)
}

/** Asks the model for the cosines of questions with their answers, and with the answers to other questions. */
export async function measureModel(
  embedder: Pick<Embedder, 'embedDocuments' | 'embedQuery' | 'isLocal'>,
  signal: AbortSignal,
): Promise<Omit<Background, 'chunks'>> {
  const { questions, answers } = await embedProbes(embedder, signal)
  const mean = meanVector(answers)
  const related = questions.flatMap((question, index) => {
    const answer = answers[index]
    return answer === undefined ? [] : [dotProduct(question, answer)]
  })
  const unrelated = questions.map((question, index) =>
    answers.filter((_, other) => other !== index).map(answer => dotProduct(question, answer)),
  )
  return { mean, gap: meanOf(related) - meanOf(unrelated.flat()), spread: spreadOf(unrelated) }
}

/** A remote model is asked once, because each call costs time and money. */
async function embedProbes(
  embedder: Pick<Embedder, 'embedDocuments' | 'embedQuery' | 'isLocal'>,
  signal: AbortSignal,
): Promise<{ questions: Float32Array[]; answers: Float32Array[] }> {
  const asked = probes.map(([question]) => question)
  const told = probes.map(([, answer]) => answer)
  if (embedder.isLocal) {
    const questions = await Promise.all(asked.map(question => embedder.embedQuery(question, signal)))
    return { questions, answers: await embedder.embedDocuments(told, signal) }
  }
  const vectors = await embedder.embedDocuments([...asked, ...told], signal)
  return { questions: vectors.slice(0, asked.length), answers: vectors.slice(asked.length) }
}

function meanVector(vectors: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(vectors[0]?.length ?? 0)
  for (const vector of vectors)
    for (let index = 0; index < mean.length; index++)
      mean[index] = (mean[index] ?? 0) + (vector[index] ?? 0) / vectors.length
  return mean
}

/** The standard deviation of values around the mean of their group. */
function spreadOf(groups: readonly (readonly number[])[]): number {
  const squares = groups.flatMap(group => {
    const mean = meanOf(group)
    return group.map(value => (value - mean) ** 2)
  })
  return Math.sqrt(meanOf(squares))
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The cosine of two vectors of length 1. */
function dotProduct(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0)
  return sum
}

/** Turns a cosine with the question into a nearness, and says how far that can be trusted. */
export type MeaningScale = {
  /** 0 for an unrelated text, 1 for a plain answer; it may be lower or higher. */
  nearness(cosine: number): number
  /** 0 to 1: how well the model tells answers from unrelated texts. */
  trust: number
}

/** Chunks of the libraries that the score was fitted on, about. */
const usualChunks = 2_000

/** Gaps between answers and unrelated texts in standard deviations: of a model that is useless, and of a good one. */
const separation = { none: 1.5, full: 4.5 }

/** The scale for one question over collections of one model; null when none is known, or the model is useless. */
export function scaleMeaning(
  question: Float32Array,
  backgrounds: readonly Background[],
): MeaningScale | null {
  const [first] = backgrounds
  if (first === undefined) return null
  const { mean, gap, spread } = first
  const trust = (gap / spread - separation.none) / (separation.full - separation.none)
  if (!(trust > 0)) return null
  const zero = dotProduct(question, mean)
  const chunks = backgrounds.reduce((sum, background) => sum + background.chunks, 0)
  const byChance = (bestOf(chunks) - bestOf(usualChunks)) * (spread / gap)
  return { nearness: cosine => (cosine - zero) / gap - byChance, trust: Math.min(1, trust) }
}

/** About how many standard deviations the best of so many unrelated chunks is above their mean. */
function bestOf(chunks: number): number {
  return Math.sqrt(2 * Math.log(Math.max(1, chunks)))
}
