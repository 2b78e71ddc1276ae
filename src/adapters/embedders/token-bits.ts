import { unitTokens } from './nearest-words.ts'
import { joinSimilar, meanRows, type Rows, type WordPlaces } from './word-rows.ts'

/** What a model returned for the tokens of a text, concatenated. */
export type TokenOutput = { values: ArrayLike<number>; width: number }

/**
 * Token vectors of one model have a large part in common, which says nothing about the token. The mean of many tokens is
 * subtracted from each, after scaling to length 1.
 */
function centre({ values, width }: TokenOutput, mean: Float32Array): Rows {
  const { values: units } = unitTokens(values, width)
  for (let index = 0; index < units.length; index++)
    units[index] = (units[index] ?? 0) - (mean[index % width] ?? 0)
  return { values: units, width }
}

/**
 * Rows of bits for the words of a passage, each with all its occurrences: the signs of their mean, one bit per dimension.
 * Similar words share a row.
 */
export function toTokenBits(
  output: TokenOutput,
  mean: Float32Array,
  words: readonly (readonly WordPlaces[])[],
): Uint8Array<ArrayBuffer> {
  const { values, width } = joinSimilar(meanRows(centre(output, mean), words))
  const bits = new Uint8Array(values.length / 8)
  for (let start = 0; start < values.length; start += width)
    for (let i = 0; i < width; i++)
      if ((values[start + i] ?? 0) > 0) {
        const at = (start + i) >> 3
        bits[at] = (bits[at] ?? 0) | (1 << (i & 7))
      }
  return bits
}

/** One vector of length 1 for each word of a question. */
export function toTokenVectors(
  output: TokenOutput,
  mean: Float32Array,
  words: readonly WordPlaces[],
): Float32Array<ArrayBuffer> {
  const rows = meanRows(
    centre(output, mean),
    words.map(places => [places]),
  )
  // SAFETY: unitTokens makes a new array of its own buffer.
  return unitTokens(rows.values, rows.width).values as Float32Array<ArrayBuffer>
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
