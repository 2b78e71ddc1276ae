import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distinctWords, joinSimilar, meanRows, wordsAt } from './word-rows.ts'

/** Ids from 100 on continue a word; 7 says nothing. */
const tokenizer = { continuesWord: (id: number) => id >= 100, isTelling: (id: number) => id !== 7 }

test('a word is a token with those that continue it, and a long run is cut', () => {
  const ids = [1, 5, 100, 101, 7, 5, 100, 101, 2]
  const words = wordsAt(ids, { first: 1, end: 8 }, tokenizer)
  assert.deepEqual(words, [[1, 2, 3], [4], [5, 6, 7]])
  assert.deepEqual(distinctWords(ids, words, tokenizer), [[words[0], words[2]]])
  const run = [5, ...new Array<number>(20).fill(100)]
  assert.deepEqual(
    wordsAt(run, { first: 0, end: run.length }, tokenizer).map(({ length }) => length),
    [8, 8, 5],
  )
})

test('a piece that continues nothing begins a word', () => {
  assert.deepEqual(wordsAt([1, 100, 2], { first: 1, end: 2 }, tokenizer), [[1]])
})

test('every occurrence of a word counts alike, however many pieces it has', () => {
  const values = Float32Array.of(4, 0, 0, 4, 8, 8)
  assert.deepEqual([...meanRows({ values, width: 2 }, [[[0, 1], [2]]]).values], [5, 5])
})

test('the most similar rows are joined until two thirds are left', () => {
  const values = Float32Array.of(1, 0, 0, 1, 0.9, 0.1, -1, 0, 0, -1, 0.5, 0.5)
  const joined = joinSimilar({ values, width: 2 })
  const rounded = [...joined.values].map(value => Math.round(value * 10) / 10)
  assert.deepEqual(rounded, [1.9, 0.1, 0.5, 1.5, -1, 0, 0, -1])
  const two = { values: values.slice(0, 4), width: 2 }
  assert.equal(joinSimilar(two), two)
})
