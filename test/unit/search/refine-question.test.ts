import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveTowards } from '../../../src/search/refine-question.ts'

const east = Float32Array.of(1, 0)
const north = Float32Array.of(0, 1)

test('the question moves towards its best candidates and keeps length 1', () => {
  const moved = moveTowards(east, [{ chunkId: 'a', score: 1 }], new Map([['a', north]]))
  assert.ok(Math.abs(Math.hypot(...moved) - 1) < 1e-6)
  assert.ok((moved[0] ?? 0) > (moved[1] ?? 0) && (moved[1] ?? 0) > 0)
})

test('a better candidate pulls more than a worse one', () => {
  const vectors = new Map([
    ['up', north],
    ['down', Float32Array.of(0, -1)],
  ])
  const candidates = [
    { chunkId: 'up', score: 0.9 },
    { chunkId: 'down', score: 0.3 },
  ]
  assert.ok((moveTowards(east, candidates, vectors)[1] ?? 0) > 0)
})

test('candidates that have vanished, or are of another model, change nothing', () => {
  assert.deepEqual(moveTowards(east, [{ chunkId: 'gone', score: 1 }], new Map()), east)
  assert.deepEqual(
    moveTowards(east, [{ chunkId: 'a', score: 1 }], new Map([['a', Float32Array.of(1, 2, 3)]])),
    east,
  )
})
