import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planTerms, scoreTerm } from './lexical-scoring.ts'

const limits = { findingRows: 100, scoringRows: 1_000 }
const counts = (chunks: Record<string, number>) =>
  Object.entries(chunks).map(([term, number]) => ({ term, chunks: number }))

for (const [name, terms, collection, plan] of [
  [
    'a small collection never loses a term',
    { every: 100, most: 90, rare: 1 },
    { chunks: 100, wanted: 10 },
    { finding: ['rare', 'most', 'every'], scoring: ['rare', 'most', 'every'], dropped: [] },
  ],
  [
    'rare terms find, common ones score, the most common are dropped',
    { every: 5_000, common: 800, rare: 30, rarer: 20 },
    { chunks: 5_000, wanted: 10 },
    { finding: ['rarer', 'rare'], scoring: ['rarer', 'rare', 'common'], dropped: ['every'] },
  ],
  [
    'terms that fit the limit together are all used to find',
    { a: 50, b: 50 },
    { chunks: 5_000, wanted: 10 },
    { finding: ['a', 'b'], scoring: ['a', 'b'], dropped: [] },
  ],
  [
    'one common term helps to find when the rare ones point at too few',
    { common: 400, rare: 3 },
    { chunks: 5_000, wanted: 10 },
    { finding: ['rare', 'common'], scoring: ['rare', 'common'], dropped: [] },
  ],
  [
    'but not one that is far over the limit',
    { common: 600, rare: 3 },
    { chunks: 5_000, wanted: 10 },
    { finding: ['rare'], scoring: ['rare', 'common'], dropped: [] },
  ],
  [
    'at least one term is always kept',
    { every: 4_000, most: 3_000 },
    { chunks: 5_000, wanted: 10 },
    { finding: ['most'], scoring: ['most'], dropped: ['every'] },
  ],
  [
    'terms that stand nowhere are neither searched nor dropped',
    { absent: 0, here: 4 },
    { chunks: 5_000, wanted: 10 },
    { finding: ['here'], scoring: ['here'], dropped: [] },
  ],
  [
    'no term at all is no plan',
    { absent: 0 },
    { chunks: 5_000, wanted: 10 },
    { finding: [], scoring: [], dropped: [] },
  ],
] as const)
  test(name, () => assert.deepEqual(planTerms(counts(terms), collection, limits), plan))

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
