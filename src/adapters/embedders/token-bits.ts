import { unitTokens } from './nearest-words.ts'

/** What a model returned for the tokens of a text, concatenated. */
export type TokenOutput = { values: ArrayLike<number>; width: number }

/**
 * Token vectors of one model have a large part in common, which says nothing about the token. The mean of many tokens is
 * subtracted from each, after scaling to length 1.
 */
function centre({ values, width }: TokenOutput, mean: Float32Array): Float32Array {
  const { values: units } = unitTokens(values, width)
  for (let index = 0; index < units.length; index++)
    units[index] = (units[index] ?? 0) - (mean[index % width] ?? 0)
  return units
}

/** One bit per dimension of each of the tokens at `places`: whether the number is above the mean. */
export function toTokenBits(
  output: TokenOutput,
  mean: Float32Array,
  places: readonly number[],
): Uint8Array<ArrayBuffer> {
  const { width } = output
  const centred = centre(output, mean)
  const bytes = width / 8
  const bits = new Uint8Array(places.length * bytes)
  for (const [row, place] of places.entries())
    for (let i = 0; i < width; i++)
      if ((centred[place * width + i] ?? 0) > 0) {
        const at = row * bytes + (i >> 3)
        bits[at] = (bits[at] ?? 0) | (1 << (i & 7))
      }
  return bits
}

/** The centred vectors of the tokens at `places`, scaled to length 1. */
export function toTokenVectors(
  output: TokenOutput,
  mean: Float32Array,
  places: readonly number[],
): Float32Array<ArrayBuffer> {
  const { width } = output
  const centred = centre(output, mean)
  const chosen = new Float32Array(places.length * width)
  for (const [row, place] of places.entries())
    chosen.set(centred.subarray(place * width, (place + 1) * width), row * width)
  // SAFETY: unitTokens makes a new array of its own buffer.
  return unitTokens(chosen, width).values as Float32Array<ArrayBuffer>
}

/** The mean of all tokens of these outputs, each scaled to length 1. */
export function meanToken(outputs: readonly TokenOutput[], width: number): Float32Array {
  const sums = new Float64Array(width)
  let tokens = 0
  for (const output of outputs) {
    const { values } = unitTokens(output.values, width)
    tokens += values.length / width
    for (let index = 0; index < values.length; index++)
      sums[index % width] = (sums[index % width] ?? 0) + (values[index] ?? 0)
  }
  return Float32Array.from(sums, sum => (tokens === 0 ? 0 : sum / tokens))
}
