import type { Embedder } from '../../../core/ports/embedder.ts'
import { probes as allProbes } from '../../../core/search/probe-texts.ts'

/**
 * Converts a cosine to a scale from 0 (an answer to another question) to 1 (the answer to this question). Cosines of
 * different models are not comparable: unrelated sentences have 0.7 in one model and 0.1 in another. Each model is
 * therefore calibrated with questions whose answers are known.
 */
export type MeaningScale = (cosine: number) => number

/** As many as the thresholds of answers were chosen with; each costs an embedding at the first question. */
const probes = allProbes.slice(0, 8)

const scales = new WeakMap<object, Promise<MeaningScale>>()

/**
 * Calibrates a model once and caches the result; after an error the next call tries again. It takes no signal, because
 * several callers may wait for the same calibration and none of them may cancel it for the others.
 */
export function calibrateMeaning(
  embedder: Pick<Embedder, 'embedQuery' | 'embedDocuments'>,
): Promise<MeaningScale> {
  const known = scales.get(embedder)
  if (known) return known
  const asked = probe(embedder, new AbortController().signal)
  scales.set(embedder, asked)
  asked.catch(() => scales.delete(embedder))
  return asked
}

async function probe(
  embedder: Pick<Embedder, 'embedQuery' | 'embedDocuments'>,
  signal: AbortSignal,
): Promise<MeaningScale> {
  const answers = await embedder.embedDocuments(
    probes.map(([, answer]) => answer),
    signal,
  )
  const related: number[] = []
  const foreign: number[] = []
  for (const [index, [question]] of probes.entries()) {
    const vector = await embedder.embedQuery(question, signal)
    for (const [other, answer] of answers.entries())
      (index === other ? related : foreign).push(dotProduct(vector, answer))
  }
  const zero = meanOf(foreign)
  const one = meanOf(related)
  return value => (one - zero < 0.01 ? 0 : (value - zero) / (one - zero))
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The cosine of two vectors of length 1. */
export function dotProduct(one: Float32Array, other: Float32Array | undefined): number {
  if (other === undefined) return 0
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0)
}
