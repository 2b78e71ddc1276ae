import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuseByRank, fuseByScore } from './fuse-rankings.ts'

const even = () => ({ lexical: 0.5, dense: 0.5 })

test('a candidate that is best in both rankings scores 1', () => {
  const [first] = fuseByScore(
    [
      { chunkId: 'a', score: 12 },
      { chunkId: 'b', score: 3 },
    ],
    [
      { chunkId: 'a', score: 0.9 },
      { chunkId: 'b', score: 0.7 },
    ],
    even,
  )
  assert.deepEqual(first, { chunkId: 'a', score: 1, lexical: 12, dense: 0.9 })
})

test('what only one ranking knows counts nothing in the other', () => {
  const fused = fuseByScore(
    [{ chunkId: 'a', score: 5 }],
    [
      { chunkId: 'b', score: 0.8 },
      { chunkId: 'c', score: 0.7 },
    ],
    even,
  )
  assert.deepEqual(
    fused.map(({ chunkId, score }) => [chunkId, score]),
    [
      ['a', 0.5],
      ['b', 0.5],
      ['c', 0],
    ],
  )
})

test('ties are broken by id, whatever the order they came in', () => {
  const lexical = ['d', 'b', 'c', 'a'].map(chunkId => ({ chunkId, score: 1 }))
  assert.deepEqual(
    fuseByScore(lexical, null, even).map(({ chunkId }) => chunkId),
    ['a', 'b', 'c', 'd'],
  )
})

test('scores stay within 0 and 1 for any cosines', () => {
  const dense = [-0.4, 0, 0.2, 1].map((score, index) => ({ chunkId: String(index), score }))
  for (const { score } of fuseByScore(null, dense, even)) assert.ok(score >= 0 && score <= 1)
})

test('each candidate is weighed by itself: words count more where the model does not read the language', () => {
  const lexical = ['a', 'b'].map(chunkId => ({ chunkId, score: 1 }))
  const dense = [
    { chunkId: 'a', score: 0.9 },
    { chunkId: 'b', score: 0.5 },
  ]
  const weights = { a: { lexical: 0.8, dense: 0.2 }, b: { lexical: 0.3, dense: 0.7 } }
  const fused = fuseByScore(lexical, dense, id => weights[id === 'a' ? 'a' : 'b'])
  assert.deepEqual(
    fused.map(({ chunkId, score }) => [chunkId, score]),
    [
      ['a', 1],
      ['b', 0.3],
    ],
  )
})

test('how deep a ranking is does not change the scores of its first candidates', () => {
  const ranked = (depth: number) =>
    Array.from({ length: depth }, (_, index) => ({
      chunkId: String(index).padStart(4, '0'),
      score: 0.9 - index / 1000,
    }))
  const first = (depth: number) => fuseByScore([], ranked(depth), even).slice(0, 5)
  assert.deepEqual(first(300), first(200))
})

test('the order that a ranking comes in does not matter', () => {
  const ranked = [0.2, 0.9, 0.5].map((score, index) => ({ chunkId: 'abc'[index] ?? '', score }))
  assert.deepEqual(
    fuseByScore(null, ranked, even),
    fuseByScore(
      null,
      ranked.toSorted((one, other) => other.score - one.score),
      even,
    ),
  )
})

test('nothing found is an empty list', () => {
  assert.deepEqual(fuseByScore([], [], even), [])
})

const ranking = (...ids: string[]) => ids.map((chunkId, index) => ({ chunkId, score: 100 - index }))

test('places count, whatever the scores are', () => {
  const fused = fuseByRank(ranking('a', 'b', 'c'), ranking('b', 'c', 'd'))
  // b: 2nd and 1st; c: 3rd and 2nd; a: 1st; d: 3rd.
  assert.deepEqual(
    fused.map(({ chunkId }) => chunkId),
    ['b', 'c', 'a', 'd'],
  )
  const expected = (1 / 62 + 1 / 61) / (2 / 61)
  assert.ok(Math.abs((fused[0]?.score ?? 0) - expected) < 1e-12)
})

test('first in both is 1, and one ranking alone is scaled by itself', () => {
  assert.equal(fuseByRank(ranking('a'), ranking('a'))[0]?.score, 1)
  assert.deepEqual(
    fuseByRank(null, ranking('a', 'b')).map(({ score }) => Math.round(score * 1e4)),
    [10_000, 9839],
  )
  assert.deepEqual(fuseByRank([], []), [])
})

test('equal places are ordered by id, and raw scores are kept', () => {
  const fused = fuseByRank(ranking('z'), ranking('a'))
  assert.deepEqual(
    fused.map(({ chunkId, lexical, dense }) => [chunkId, lexical, dense]),
    [
      ['a', null, 100],
      ['z', 100, null],
    ],
  )
})
