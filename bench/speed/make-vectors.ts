import type { Random } from '../../src/app/eval/seeded-random.ts'
import type { Embedder } from '../../src/core/ports/embedder.ts'
import type { Text } from './build-library.ts'

const realVectors = 1_000
/** The length of the noise that is added to a real vector: cosines from about 0.98 down to 0.85. */
const leastNoise = 0.2
const mostNoise = 0.6

/** Generates vectors that are distributed like real ones, each near one of a thousand real ones. */
export async function vectorMaker(
  texts: readonly Text[],
  embedder: Embedder,
  random: Random,
): Promise<() => Float32Array> {
  const { signal } = new AbortController()
  const chosen = Array.from({ length: realVectors }, () => random.pick(texts))
  // The title and the first sentences: a short text is embedded several times faster.
  const real = await embedder.embedDocuments(
    chosen.map(({ title, body }) => `${title}. ${body.slice(0, 240)}`),
    signal,
  )
  return () => perturb(random.pick(real), random)
}

function perturb(vector: Float32Array, random: Random): Float32Array {
  const length = leastNoise + (mostNoise - leastNoise) * random.next()
  const perNumber = length / Math.sqrt(vector.length)
  const moved = vector.map(value => value + perNumber * random.gaussian())
  const norm = Math.hypot(...moved)
  return moved.map(value => value / norm)
}
