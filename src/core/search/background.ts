import type { CollectionSummary } from '../model/collection.ts'
import type { JsonObject } from '../model/json.ts'
import type { Embedder } from '../ports/embedder.ts'
import { probes } from './probe-texts.ts'

/**
 * What cosines mean for one model and one collection. Unrelated texts have a cosine of 0.75 in one model and of 0.1 in
 * another, so a cosine says nothing until it is compared with those of texts that have nothing to do with the question.
 */
export type Background = {
  /** The model's cosines for general texts in English. The same for all collections of a model. */
  general: {
    /** The mean vector of the texts: its product with a question's vector is the question's mean cosine. */
    mean: Float32Array
    /** How much higher the cosine of an answer is than that of an unrelated text. */
    gap: number
    /** Standard deviation of the cosines of unrelated texts. */
    spread: number
  }
  /** The same for the collection's own chunks, in whatever language they are. */
  own: { mean: Float32Array; spread: number }
  /** How many chunks the collection had when it was measured. */
  chunks: number
}

/** Raise it when the same vectors would be measured differently. */
const version = 1

/** The background that is stored with a collection; null when there is none for its model. */
export function readBackground({
  calibration,
  model,
}: Pick<CollectionSummary, 'calibration' | 'model'>): Background | null {
  if (calibration === null || calibration.version !== version || calibration.model !== model) return null
  // SAFETY: written by `writeBackground` of the same version; only the search writes calibrations.
  const { general, own, chunks } = calibration as unknown as StoredBackground
  return {
    general: { ...general, mean: fromText(general.mean) },
    own: { ...own, mean: fromText(own.mean) },
    chunks,
  }
}

type StoredBackground = {
  general: { mean: string; gap: number; spread: number }
  own: { mean: string; spread: number }
  chunks: number
}

export function writeBackground({ general, own, chunks }: Background, model: string): JsonObject {
  return {
    version,
    model,
    chunks,
    general: { ...general, mean: toText(general.mean) },
    own: { ...own, mean: toText(own.mean) },
  }
}

function toText({ buffer, byteOffset, byteLength }: Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}

function fromText(text: string): Float32Array {
  return new Float32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer)
}

/** Asks the model for the cosines of questions with their answers, and with the answers to other questions. */
export async function measureModel(
  embedder: Pick<Embedder, 'embedDocuments' | 'embedQuery' | 'isLocal'>,
  signal: AbortSignal,
): Promise<Background['general']> {
  const asked = probes.map(([question]) => question)
  const told = probes.map(([, answer]) => answer)
  // A remote model is asked once, because each call costs time and money.
  const [questions, answers] = embedder.isLocal
    ? [
        await Promise.all(asked.map(question => embedder.embedQuery(question, signal))),
        await embedder.embedDocuments(told, signal),
      ]
    : halves(await embedder.embedDocuments([...asked, ...told], signal))
  const mean = meanVector(answers)
  const related = questions.map((question, index) => dotProduct(question, answers[index] ?? mean))
  const unrelated = questions.map((question, index) =>
    answers.filter((_, other) => other !== index).map(answer => dotProduct(question, answer)),
  )
  const gap = meanOf(related) - meanOf(unrelated.flat())
  return { mean, gap, spread: spreadOf(unrelated) }
}

function halves(vectors: Float32Array[]): [Float32Array[], Float32Array[]] {
  return [vectors.slice(0, vectors.length / 2), vectors.slice(vectors.length / 2)]
}

/** Each vector is compared with this many others. */
const partners = 8

/**
 * The mean and the spread of a collection's vectors. The answers of the probes complete a small sample: in a collection
 * of three notes about one subject, a question about it would otherwise seem to be nearer to none of them.
 */
export function measureVectors(
  sample: readonly Float32Array[],
  general: Background['general'],
): Background['own'] {
  const [first] = sample
  if (first === undefined) return { mean: general.mean, spread: general.spread }
  const added = probes.length
  const mean = meanVector(sample).map(
    (value, index) => (value * sample.length + (general.mean[index] ?? 0) * added) / (sample.length + added),
  )
  const cosines = sample.map((vector, index) =>
    Array.from({ length: Math.min(partners, sample.length - 1) }, (_, step) => {
      const other = sample[(index + 1 + step * Math.ceil(sample.length / partners)) % sample.length]
      return other === undefined || other === vector ? [] : [dotProduct(vector, other)]
    }).flat(),
  )
  const own = spreadOf(cosines)
  const share = sample.length / (sample.length + added)
  return { mean, spread: Math.sqrt(share * own ** 2 + (1 - share) * general.spread ** 2) }
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
  let squares = 0
  let freedom = 0
  for (const group of groups.filter(({ length }) => length > 1)) {
    const mean = meanOf(group)
    squares += group.reduce((sum, value) => sum + (value - mean) ** 2, 0)
    freedom += group.length - 1
  }
  return freedom === 0 ? leastSpread : Math.max(Math.sqrt(squares / freedom), leastSpread)
}

/** Equal texts have no spread. */
const leastSpread = 1e-3

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The cosine of two vectors of length 1. */
export function dotProduct(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0)
  return sum
}
