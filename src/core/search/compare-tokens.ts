import type { QuestionTokens } from '../ports/embedder.ts'

/** The tokens of a question and what each of them counts. */
export type WeighedTokens = { tokens: QuestionTokens; weights: readonly number[]; width: number }

/**
 * How well each passage has the question's tokens: the cosine of each token to the passage's most similar one, as a
 * weighted mean (the comparison of ColBERT, Khattab and Zaharia 2020). A passage's token is a vector of signs, so its
 * product with a token of the question is a sum over bytes that is looked up.
 */
export function compareTokens(
  { tokens, weights, width }: WeighedTokens,
  passages: readonly Uint8Array[],
): number[] {
  const sums = new Float64Array(passages.length)
  const table = new Float32Array(width * 32)
  let total = 0
  for (const [token, weight] of weights.entries()) {
    if (weight === 0) continue
    total += weight
    fillTable(table, tokens.vectors.subarray(token * width, (token + 1) * width))
    for (const [index, bits] of passages.entries())
      sums[index] = (sums[index] ?? 0) + weight * nearest(table, bits, width / 8)
  }
  const scale = total * Math.sqrt(width)
  return Array.from(sums, sum => (scale === 0 ? 0 : sum / scale))
}

/** For each byte of a token and each of its 256 values, the sum of the question's numbers, with the signs of the bits. */
function fillTable(table: Float32Array, vector: Float32Array): void {
  for (let byte = 0; byte < vector.length / 8; byte++) {
    const at = byte * 256
    let none = 0
    for (let bit = 0; bit < 8; bit++) none -= vector[byte * 8 + bit] ?? 0
    table[at] = none
    for (let value = 1; value < 256; value++) {
      const lowest = 31 - Math.clz32(value & -value)
      table[at + value] = (table[at + (value & (value - 1))] ?? 0) + 2 * (vector[byte * 8 + lowest] ?? 0)
    }
  }
}

function nearest(table: Float32Array, bits: Uint8Array, bytes: number): number {
  let best = 0
  for (let start = 0; start + bytes <= bits.length; start += bytes) {
    let sum = 0
    for (let byte = 0; byte < bytes; byte++) sum += table[(byte << 8) | (bits[start + byte] ?? 0)] ?? 0
    if (sum > best) best = sum
  }
  return best
}
