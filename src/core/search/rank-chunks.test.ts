import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SearchPlan } from './plan-search.ts'
import { moveTowards, rerankCandidates } from './rank-chunks.ts'
import type { SearchParts } from './search-request.ts'

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

test('of each document only its best passage speaks, and three documents do', async () => {
  const asked: string[] = []
  const parts = {
    clock: { elapsed: () => 0 },
    store: {
      loadChunks: async (ids: string[]) =>
        ids
          .filter(id => id !== 'gone')
          .map(id => ({ chunk: { id }, text: '', document: { id: id.slice(0, 1) } })),
      async loadVectors(ids: string[]) {
        asked.push(...ids)
        return new Map()
      },
      rankDensely: async () => [],
    },
  } as unknown as SearchParts // Only what rerankCandidates calls.
  const fused = ['gone', 'a1', 'a2', 'b1', 'a3', 'c1', 'd1'].map((chunkId, index) => ({
    chunkId,
    score: 1 - index / 10,
    lexical: null,
    dense: null,
  }))
  const plan = { usesFeedback: true, denseCollections: [] } as unknown as SearchPlan
  const dense = { model: 'm', vector: east, ranked: [], ms: 0, embedMs: 0 }
  await rerankCandidates({ lexical: null, dense, fused }, { plan, parts }, new AbortController().signal)
  assert.deepEqual(asked, ['a1', 'b1', 'c1'])
})
