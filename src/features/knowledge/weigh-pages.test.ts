import assert from 'node:assert/strict'
import test from 'node:test'
import type { Hit } from '../../core/model/hit.ts'
import { weighPages } from './weigh-pages.ts'

/** Pages in capitals are listings. */
function hits(...scored: [page: string, score: number][]): Hit[] {
  return scored.map(([id, score], index) => ({
    score,
    text: '',
    // SAFETY: weighing looks at the page's id and whether it is a listing.
    document: { id, metadata: id < 'a' ? { _listing: true } : {} } as unknown as Hit['document'],
    chunk: { id: `${id}${index}` } as Hit['chunk'],
  }))
}

const order = (...scored: [string, number][]) => weighPages(hits(...scored)).map(({ chunk }) => chunk.id)

test('a page with several good passages comes before one with a single better one', () => {
  assert.deepEqual(order(['a', 0.9], ['b', 0.8], ['b', 0.7]), ['b1', 'a0', 'b2'])
  assert.deepEqual(order(['a', 0.9], ['b', 0.3], ['b', 0.2]), ['a0', 'b1', 'b2'])
})

test('listings come behind what they list', () => {
  assert.deepEqual(order(['A', 0.9], ['b', 0.6], ['c', 0.2]), ['b1', 'A0', 'c2'])
})

test('with one passage a page nothing changes place', () => {
  assert.deepEqual(order(['a', 0.9], ['b', 0.8], ['c', 0.1]), ['a0', 'b1', 'c2'])
})

test('scores stay within 0 and 1 and never rise down the list', () => {
  const weighed = weighPages(hits(['a', 1], ['a', 1], ['a', 1], ['a', 1], ['a', 1], ['b', 0], ['C', 1]))
  const scores = weighed.map(({ score }) => score)
  assert.equal(scores[0], 1)
  assert.deepEqual(
    scores,
    scores.toSorted((one, other) => other - one),
  )
  assert.equal(scores.at(-1), 0)
})

test('nothing found stays nothing', () => assert.deepEqual(weighPages([]), []))
