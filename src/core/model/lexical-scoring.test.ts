import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scoreTerm } from './lexical-scoring.ts'

test('a term counts more the rarer it is, the more often it occurs, and the shorter the chunk is', () => {
  const scoring = { k1: 1.2, b: 0.75, weights: { heading: 2, body: 1 } }
  const score = (use = {}, statistics = {}) =>
    scoreTerm(
      { heading: 0, body: 1, length: 10, ...use },
      { chunks: 100, containing: 5, meanLength: 10, ...statistics },
      scoring,
    )
  // ln(95.5 / 5.5) for a chunk of mean length that contains the term once.
  assert.ok(Math.abs(score() - Math.log(95.5 / 5.5)) < 1e-12)
  assert.ok(score({}, { containing: 4 }) > score())
  assert.ok(score({ body: 2 }) > score())
  assert.ok(score({ length: 9 }) > score())
  assert.ok(score({ heading: 1, body: 0 }) === score({ body: 2 }))
  assert.ok(score({}, { containing: 60 }) > 0, 'a term of most chunks is better than none')
})
