import type { Random } from '../../src/app/eval/seeded-random.ts'
import type { ChunkWrite } from '../../src/core/ports/store.ts'

/** As many rows as such a passage has; comparing takes as long whatever the bits are. */
const rowsPerChunk = 60

/**
 * Bits of words for a model that has them, from anywhere in a fixed run of random ones. A server makes them of chunks that
 * have none, and measurements would be of that.
 */
export function drawRows(
  model: { tokens?: { width: number } | null },
  random: Random,
): Pick<ChunkWrite, 'tokenBits'> {
  if (!model.tokens) return {}
  const length = (rowsPerChunk * model.tokens.width) / 8
  noise ??= Uint8Array.from({ length: 2 ** 20 }, () => random.below(256))
  const start = random.below(noise.length - length)
  return { tokenBits: noise.slice(start, start + length) }
}

let noise: Uint8Array | null = null
