import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ndcgAt, pairedBootstrap, percentile, recallAt, reciprocalRankAt } from './metrics.ts'

const grades = new Map([
  ['a', 2],
  ['b', 1],
  ['c', 1],
  ['d', 0],
])

test('nDCG is 1 for the ideal order and follows the trec_eval formula otherwise', () => {
  assert.equal(ndcgAt(10, ['a', 'b', 'c'], grades), 1)
  const ideal = 2 / Math.log2(2) + 1 / Math.log2(3) + 1 / Math.log2(4)
  const found = 1 / Math.log2(2) + 2 / Math.log2(4)
  assert.equal(ndcgAt(10, ['b', 'x', 'a'], grades), found / ideal)
})

test('nDCG looks no further than its cutoff', () => {
  assert.equal(ndcgAt(2, ['x', 'y', 'a'], grades), 0)
})

test('recall counts relevant documents only, and a grade of 0 is not relevant', () => {
  assert.equal(recallAt(100, ['a', 'd', 'x'], grades), 1 / 3)
  assert.equal(recallAt(1, ['x', 'a'], grades), 0)
})

test('reciprocal rank is that of the first relevant document', () => {
  assert.equal(reciprocalRankAt(10, ['d', 'x', 'c', 'a'], grades), 1 / 3)
  assert.equal(reciprocalRankAt(2, ['d', 'x', 'c'], grades), 0)
})

test('a query without relevant documents scores 0 instead of failing', () => {
  const none = new Map([['d', 0]])
  assert.equal(ndcgAt(10, ['d'], none), 0)
  assert.equal(recallAt(10, ['d'], none), 0)
})

test('percentiles are values that occurred', () => {
  assert.equal(percentile([5, 1, 3, 2, 4], 0.5), 3)
  assert.equal(percentile([5, 1, 3, 2, 4], 0.95), 5)
  assert.equal(percentile([], 0.5), 0)
})

test('the bootstrap interval holds the difference, is repeatable and excludes zero when one side always wins', () => {
  const ours = [0.5, 0.6, 0.7, 0.4, 0.9]
  const theirs = ours.map(value => value - 0.1)
  const interval = pairedBootstrap(ours, theirs)
  assert.ok(Math.abs(interval.difference - 0.1) < 1e-9)
  assert.ok(interval.low > 0.09 && interval.high < 0.11)
  assert.deepEqual(pairedBootstrap(ours, theirs), interval)
})
