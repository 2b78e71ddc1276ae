import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuseByRank } from './fuse-rankings.ts'

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
