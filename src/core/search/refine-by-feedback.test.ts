import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SearchPlan } from './plan-search.ts'
import { moveTowards, refineByFeedback } from './refine-by-feedback.ts'

const east = Float32Array.of(1, 0)
const north = Float32Array.of(0, 1)

test('the question moves towards its best candidates and keeps length 1', () => {
  const moved = moveTowards(
    east,
    { best: [{ chunkId: 'a', score: 1 }], weight: 0.8 },
    new Map([['a', { vector: north }]]),
  )
  assert.ok(Math.abs(Math.hypot(...moved) - 1) < 1e-6)
  assert.ok((moved[0] ?? 0) > (moved[1] ?? 0) && (moved[1] ?? 0) > 0)
})

test('a better candidate pulls more than a worse one', () => {
  const vectors = new Map([
    ['up', { vector: north }],
    ['down', { vector: Float32Array.of(0, -1) }],
  ])
  const candidates = [
    { chunkId: 'up', score: 0.9 },
    { chunkId: 'down', score: 0.3 },
  ]
  assert.ok((moveTowards(east, { best: candidates, weight: 0.8 }, vectors)[1] ?? 0) > 0)
})

test('candidates without a vector, or of another model, change nothing', () => {
  assert.deepEqual(
    moveTowards(
      east,
      { best: [{ chunkId: 'bare', score: 1 }], weight: 0.8 },
      new Map([['bare', { vector: null }]]),
    ),
    east,
  )
  assert.deepEqual(
    moveTowards(
      east,
      { best: [{ chunkId: 'a', score: 1 }], weight: 0.8 },
      new Map([['a', { vector: Float32Array.of(1, 2, 3) }]]),
    ),
    east,
  )
})

const ids = ['a1', 'a2', 'b1', 'a3', 'c1', 'd1', 'far']

/** What is refined: `byWords` are the best by words, in order; all are ranked by meaning in the order of `ids`. */
function refine(byWords: readonly string[], words = 4) {
  const vectorOf = (chunkId: string) =>
    ['a1', 'b1', 'c1'].includes(chunkId) ? north : Float32Array.of(0, -1)
  const candidates = new Map(
    ids.map(chunkId => {
      const vector = chunkId === 'far' ? Float32Array.of(0.6, 0.8) : vectorOf(chunkId)
      const scores = { lexical: null, dense: 0, vector }
      return [chunkId, { chunkId, documentId: chunkId.slice(0, 1), language: 'en', ...scores }]
    }),
  )
  const fused = ids.map((chunkId, index) => ({ chunkId, score: 1 - index / 10, lexical: null, dense: 0 }))
  const weightsFor = () => ({ lexical: 0, dense: 1 })
  const plan = {
    words: Array.from({ length: words }, () => ({ forms: ['word'], near: null })),
    usesFeedback: true,
    depth: 200,
    fusion: 'weighted',
    weightsFor,
    isCompared: () => true,
  } as unknown as SearchPlan // Only what it reads.
  const ranked = (chunks: readonly string[]) => chunks.map(chunkId => ({ chunkId, score: 0 }))
  const dense = { model: 'm', vector: east, ranked: ranked(ids), ms: 0, embedMs: 0 }
  const lexical = {
    ranked: ranked(byWords),
    usedTerms: [],
    droppedTerms: [],
    ms: 0,
    similar: [],
    counts: [],
    chunks: 0,
  }
  return refineByFeedback({ lexical, dense, similar: [], candidates, fused }, plan).fused.map(
    ({ chunkId }) => chunkId,
  )
}

test('of each document only its best passage counts, and three documents do', () => {
  // The question turns north, towards a1, b1 and c1 only; a2, a3 and d1 would turn it back.
  assert.deepEqual(refine(['d1', 'a1']), ['far', 'a1', 'b1', 'c1', 'a2', 'a3', 'd1'])
})

test('the ranking stays as it is where words and meaning find different passages', () => {
  assert.deepEqual(refine(['x', 'y', 'a1']), ids)
})

test('one or two keywords are refined all the same, by five documents', () => {
  // d1 counts too, and turns the question back: far is still nearer than the rest.
  const order = refine(['x', 'y', 'a1'], 2).filter(id => ids.includes(id))
  assert.equal(order[0], 'far')
  assert.notDeepEqual(order, ids)
})
