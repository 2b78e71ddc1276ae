import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareTokens, matchTokens } from './compare-tokens.ts'

const width = 16

/** A reproducible number between −1 and 1. */
const numberAt = (index: number) => Math.sin(index * 12.9898) * Math.cos(index * 78.233)
const vectors = Float32Array.from({ length: 3 * width }, (_, index) => numberAt(index))
const bitsOf = (tokens: number, seed: number) =>
  Uint8Array.from({ length: (tokens * width) / 8 }, (_, index) => Math.abs(numberAt(seed + index)) * 256)

/** The definition, without rounding. */
function definition(weights: readonly number[], bits: Uint8Array): { mean: number; least: number } {
  const tokens = (bits.length * 8) / width
  const sign = (token: number, i: number) => ((bits[(token * width + i) >> 3]! >> (i & 7)) & 1 ? 1 : -1)
  const nearest = weights.map((_, word) => {
    const cosines = Array.from({ length: tokens }, (_, token) =>
      Array.from({ length: width }, (_, i) => vectors[word * width + i]! * sign(token, i)).reduce(
        (sum, product) => sum + product / Math.sqrt(width),
        0,
      ),
    )
    return Math.max(0, ...cosines)
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return {
    mean: nearest.reduce((sum, cosine, word) => sum + weights[word]! * cosine, 0) / total,
    least: Math.min(...nearest.filter((_, word) => weights[word]! > 0)),
  }
}

test('numbers that four bits hold are compared exactly, for every width', () => {
  for (const width of [8, 128, 256, 384]) {
    const one = 1 / Math.sqrt(width)
    const vectors = Float32Array.from({ length: width }, (_, index) => (index % 3 === 0 ? -one : one))
    const bits = new Uint8Array((3 * width) / 8)
    for (let index = 0; index < width; index++) {
      const at = (width + index) >> 3
      // The second of three rows has the signs of the token but for every tenth.
      const isSet = (index % 3 !== 0) !== (index % 10 === 0)
      bits[at] = bits[at]! | (Number(isSet) << (index & 7))
    }
    const wrong = Math.ceil(width / 10)
    const [found] = compareTokens({ tokens: { vectors, words: [0] }, weights: [2], width }, [bits])
    assert.ok(Math.abs(found! - (width - 2 * wrong) / width) < 1e-6, `${width}: ${found}`)
  }
})

test('passages are compared token by token, by the weights of the question', () => {
  const passages = [bitsOf(1, 5), bitsOf(7, 100), bitsOf(40, 900)]
  for (const weights of [
    [1, 1, 1],
    [0, 2, 5],
  ]) {
    const found = matchTokens({ tokens: { vectors, words: [0, 1, 2] }, weights, width }, passages)
    for (const [index, bits] of passages.entries()) {
      const { mean, least } = definition(weights, bits)
      assert.ok(Math.abs(found[index]!.mean - mean) < 0.05)
      assert.ok(Math.abs(found[index]!.least - least) < 0.05)
    }
  }
})

test('a passage without tokens, and a question without weights, score 0', () => {
  const tokens = { vectors, words: [0, 1, 2] }
  assert.deepEqual(compareTokens({ tokens, weights: [1, 1, 1], width }, [new Uint8Array()]), [0])
  assert.deepEqual(compareTokens({ tokens, weights: [0, 0, 0], width }, [bitsOf(2, 1)]), [0])
})
