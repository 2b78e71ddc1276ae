import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slow } from '../../../../test/support/slow.ts'
import { seededRandom } from '../../../app/eval/seeded-random.ts'
import { type DenseCopy, denseCopy } from './dense-copy.ts'
import { scanCopy } from './scan-copy.ts'
import { type VectorArena, vectorArena } from './vector-arena.ts'
import { cosine } from './vector-codec.ts'

const unit = (angle: number, dimensions: number) => {
  const vector = new Float32Array(dimensions)
  vector[0] = Math.cos(angle)
  vector[dimensions - 1] = Math.sin(angle)
  return vector
}

for (const dimensions of [2, 31, 32, 33, 384, 1_000, 32_768])
  test(`the nearest of ${dimensions} dimensions are found across blocks`, () => {
    const arena = vectorArena()
    const copy = denseCopy(arena, dimensions)
    const count = dimensions > 1_000 ? 20 : 700
    for (let key = 1; key <= count; key++) copy.add(key, key, unit(key / count, dimensions))
    assert.equal(copy.size, count)
    assert.deepEqual(nearest(arena, copy, { query: unit(1, dimensions), keys: null, wanted: 1 }), [count])
    assert.deepEqual(nearest(arena, copy, { query: unit(0, dimensions), keys: null, wanted: 1 }), [1])
    assert.deepEqual(
      nearest(arena, copy, { query: unit(0, dimensions), keys: [9, 4, 999_999, 17], wanted: 1 }),
      [4],
    )
  })

test('places of removed documents are used again', () => {
  const arena = vectorArena()
  const copy = denseCopy(arena, 384)
  for (let key = 1; key <= 1_000; key++) copy.add(Math.ceil(key / 10), key, unit(key / 1_000, 384))
  // The first search takes memory for its scores.
  nearest(arena, copy, { query: unit(1, 384), keys: null, wanted: 20 })
  const memory = arena.views().int8.length
  for (let round = 1; round <= 20; round++) {
    copy.removeDocuments(new Set([100]))
    const rest = nearest(arena, copy, { query: unit(1, 384), keys: null, wanted: 20 })
    assert.ok(rest.length >= 20 && rest.every(key => key <= 990 && key > 700))
    assert.equal(copy.size, 990)
    for (let index = 0; index < 10; index++) copy.add(100, 1_000 * round + index, unit(1, 384))
    assert.equal(nearest(arena, copy, { query: unit(1, 384), keys: null, wanted: 10 }).length, 10)
  }
  assert.equal(arena.views().int8.length, memory)
})

test('memory that one collection gives back serves one of other dimensions', () => {
  const arena = vectorArena()
  const first = denseCopy(arena, 100)
  for (let key = 1; key <= 5_000; key++) first.add(1, key, new Float32Array(100).fill(-1))
  const memory = arena.views().int8.length
  first.release()
  const second = denseCopy(arena, 40)
  for (let key = 1; key <= 5_000; key++) second.add(1, key, unit(key / 5_000, 40))
  assert.equal(arena.views().int8.length, memory)
  assert.deepEqual(nearest(arena, second, { query: unit(1, 40), keys: [3, 5_000, 9], wanted: 1 }), [5_000])
})

test('equal vectors get equal estimates, so all of them are candidates', () => {
  const arena = vectorArena()
  const copy = denseCopy(arena, 8)
  for (let key = 1; key <= 500; key++) copy.add(key, key, unit(0.3, 8))
  assert.equal(nearest(arena, copy, { query: unit(0.2, 8), keys: null, wanted: 10 }).length, 500)
})

test('another thread learns when what it scans is overwritten, and not when more is added', () => {
  const copy = denseCopy(vectorArena(), 8)
  const changes = () => Atomics.load(copy.changes, 0)
  for (let key = 1; key <= 10; key++) copy.add(key, key, unit(key / 10, 8))
  assert.equal(changes(), 0)
  copy.removeDocuments(new Set([3]))
  const removed = changes()
  assert.notEqual(removed, 0)
  copy.add(11, 11, unit(1, 8))
  const reused = changes()
  assert.notEqual(reused, removed)
  copy.add(12, 12, unit(1, 8))
  assert.equal(changes(), reused)
  copy.release()
  assert.notEqual(changes(), reused)
})

test('an arena over the same memory finds the same', () => {
  const arena = vectorArena()
  const copy = denseCopy(arena, 384)
  const other = vectorArena(arena.memory)
  for (let key = 1; key <= 2_000; key++) copy.add(key, key, unit(key / 2_000, 384))
  const found = nearest(arena, copy, { query: unit(0.7, 384), keys: null, wanted: 50 })
  assert.deepEqual(nearest(other, copy, { query: unit(0.7, 384), keys: null, wanted: 50 }), found)
  assert.equal(found.length, 50)
})

test('sketches select the vectors that are nearest, also after changes and among allowed ones', slow, () => {
  const random = seededRandom(11)
  const dimensions = 100
  const draw = (around: Float32Array | null, spread: number) =>
    Float32Array.from({ length: dimensions }, (_, i) => (around?.[i] ?? 0.5) + spread * random.gaussian())
  const topics = Array.from({ length: 50 }, () => draw(null, 0.4))
  const arena = vectorArena()
  const copy = denseCopy(arena, dimensions)
  const vectors = new Map<number, Float32Array>()
  const add = (key: number) => {
    const vector = draw(random.pick(topics), 0.3)
    vectors.set(key, vector)
    copy.add(Math.ceil(key / 10), key, vector)
  }
  for (let key = 1; key <= 12_000; key++) add(key)
  assert.equal(copy.place().mean, null)
  copy.renewSketches()
  assert.notEqual(copy.place().mean, null)
  // Removed, used again, and added after the sketches were made.
  copy.removeDocuments(new Set([5, 6, 7]))
  for (let key = 41; key <= 70; key++) vectors.delete(key)
  for (let key = 12_001; key <= 13_000; key++) add(key)

  const check = (keys: number[] | null) => {
    let found = 0
    for (let round = 0; round < 20; round++) {
      const query = draw(random.pick(topics), 0.3)
      const exact = [...vectors]
        .filter(([key]) => keys === null || keys.includes(key))
        .map(([key, vector]) => ({ key, score: cosine(query, vector) }))
        .sort((one, other) => other.score - one.score)
      const estimated = new Set(nearest(arena, copy, { query, keys, wanted: 30 }))
      found += exact.slice(0, 10).filter(({ key }) => estimated.has(key)).length
    }
    assert.ok(found >= 198, `${found} of 200`)
  }
  check(null)
  check(Array.from({ length: 3_000 }, (_, index) => 4 * index + 1))
})

function nearest(
  arena: VectorArena,
  copy: DenseCopy,
  { query, keys, wanted }: { query: Float32Array; keys: readonly number[] | null; wanted: number },
): number[] {
  const known = new Set(keys)
  const allowed = keys && { keys, has: (key: number) => known.has(key) }
  return scanCopy(arena, copy.place(), { query, allowed, wanted }).map(({ key }) => key)
}
