import assert from 'node:assert/strict'
import test from 'node:test'
import type { Hit } from '../../core/model/hit.ts'
import { spreadHits } from './spread-hits.ts'

/** Written as documents in the order of their hits: "aab" is two of a before one of b. */
function hits(documents: string): Hit[] {
  return [...documents].map((id, index) => ({
    score: 1 - index / 100,
    text: '',
    // SAFETY: spreading looks at nothing but the document's id.
    document: { id } as Hit['document'],
    chunk: { id: `${id}${index}` } as Hit['chunk'],
  }))
}

const spread = (documents: string, count: number) =>
  spreadHits(hits(documents), count)
    .map(({ document }) => document.id)
    .join('')

test('a document takes one place while others wait, and the order stays', () => {
  assert.equal(spread('aaaabcd', 4), 'abcd')
  assert.equal(spread('ababcabd', 3), 'abc')
  assert.equal(spread('abc', 5), 'abc')
})

test('where there are too few documents, the passages that were passed over fill up in their places', () => {
  assert.equal(spread('aaaaaa', 4), 'aaaa')
  assert.equal(spread('aaabaa', 5), 'aaaba')
})

test('scores never rise down the list', () => {
  const scores = spreadHits(hits('aaabacadbb'), 6).map(({ score }) => score)
  assert.deepEqual(
    scores,
    scores.toSorted((one, other) => other - one),
  )
})
