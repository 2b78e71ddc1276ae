import type { Embedder } from '../../../core/ports/embedder.ts'

/**
 * Converts a cosine to a scale from 0 (an answer to another question) to 1 (the answer to this question). Cosines of
 * different models are not comparable: unrelated sentences have 0.7 in one model and 0.1 in another. Each model is
 * therefore calibrated with questions whose answers are known.
 */
export type MeaningScale = (cosine: number) => number

const probes: readonly (readonly [string, string])[] = [
  ['What do bees make from nectar?', 'Bees turn the nectar that they gather into honey.'],
  ['At which temperature does water boil?', 'At sea level, water boils at one hundred degrees Celsius.'],
  [
    'How do I restart the print service?',
    'To start the print service again, open its settings and press Restart.',
  ],
  ['Why is the sky blue?', 'Air scatters blue light more than red, which gives the sky its colour.'],
  ['Who may sign the contract?', 'Only a director of the company is allowed to sign a contract.'],
  ['How long is the warranty?', 'The warranty lasts two years from the day of purchase.'],
  [
    'What does the option --force change?',
    'With the option --force, existing files are overwritten without asking.',
  ],
  ['When was the bridge opened?', 'The bridge was opened to traffic in May 1932.'],
]

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
