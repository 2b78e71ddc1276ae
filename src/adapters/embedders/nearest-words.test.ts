import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestWords, unitTokens } from './nearest-words.ts'

/** The special tokens before and after a text are far from all others here. */
const around = [0, 0, 1]
const tokens = (...vectors: number[][]) => unitTokens([around, ...vectors, around].flat(), 3)

test('a word is as near as the nearest word of the text', () => {
  const question = tokens([2, 0, 0], [0, 5, 0])
  const text = tokens([3, 4, 0], [1, 0, 0])
  assert.deepEqual([...nearestWords(question, [1, 1], text)].map(rounded), [1, 0.8])
})

test('a word of several tokens is as near as they are in the mean', () => {
  const question = tokens([1, 0, 0], [0, 1, 0])
  assert.deepEqual([...nearestWords(question, [2], tokens([1, 0, 0]))].map(rounded), [0.5])
})

test('what a model puts around a text is near to nothing', () => {
  assert.deepEqual([...nearestWords(tokens([0, 0, 1]), [1], tokens([1, 0, 0]))], [0])
  assert.deepEqual([...nearestWords(tokens([1, 0, 0]), [1], tokens())], [0])
})

test('where tokens cannot be assigned to words, every word gets the mean of all', () => {
  const question = tokens([1, 0, 0], [0, 1, 0])
  assert.deepEqual([...nearestWords(question, [1, 2], tokens([1, 0, 0]))].map(rounded), [0.5, 0.5])
})

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
