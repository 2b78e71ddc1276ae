import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meanToken, toTokenBits, toTokenVectors } from './token-bits.ts'

const width = 8
/** Two tokens; all numbers of the second are larger, but its direction is what counts. */
const output = { width, values: [3, 0, 0, 0, 4, 0, 0, 0, 0, 30, 0, 0, 40, 0, 0, 0] }

test('a bit is set where a word, with tokens of length 1, is above the mean', () => {
  const mean = Float32Array.of(0.3, 0.3, -1, 0, 0.79, 0, 0, 0)
  assert.deepEqual([...toTokenBits(output, mean, [[[0]], [[1]]])], [0b0001_0101, 0b0001_0110])
  assert.deepEqual([...toTokenBits(output, mean, [[[1]]])], [0b0001_0110])
  assert.deepEqual([...toTokenBits(output, mean, [])], [])
})

test('the words of a question are centred and have length 1', () => {
  const mean = Float32Array.of(0, 0, 0, 0, 0.8, 0, 0, 0)
  const [first, second] = [toTokenVectors(output, mean, [[0]]), toTokenVectors(output, mean, [[1]])]
  const round = (vector: Float32Array) => [...vector].map(value => Math.round(value * 1e6) / 1e6)
  assert.deepEqual(round(first), [1, 0, 0, 0, 0, 0, 0, 0])
  assert.deepEqual(round(second), [0, 1, 0, 0, 0, 0, 0, 0])
})

test('the mean is taken over all tokens of all texts, whatever their length', () => {
  const mean = meanToken([output, { width, values: [0, 0, 0, 0, 5, 0, 0, 0] }], width)
  assert.deepEqual(
    [...mean].map(value => Math.round(value * 1e4) / 1e4),
    [0.2, 0.2, 0, 0, 0.8667, 0, 0, 0],
  )
})
