import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layoutFor, partsOf, type VectorArena, vectorArena } from './vector-arena.ts'

const numbersOf = (seed: number, length: number) =>
  Float32Array.from({ length }, (_, index) => Math.sin(seed * 12.9898 + index * 78.233) + 0.2)

// The last number of dimensions takes more than one part of the kernel's sums, and fewer vectors fit than are in a group.
for (const dimensions of [16, 100, 384, 20_000])
  test(`estimates of ${dimensions} dimensions are those of the formula, also in the last group of a block`, () => {
    const arena = vectorArena()
    const layout = layoutFor(dimensions)
    const parts = partsOf(layout)
    const block = arena.takeBlock()
    const count = Math.min(37, layout.perBlock)
    const mean = numbersOf(0.5, dimensions).map(value => value / dimensions)
    const { float32, int8 } = arena.views()
    for (let index = 0; index < count; index++)
      float32[(block + parts.scales) / 4 + index] = arena.write(
        numbersOf(index + 1, dimensions),
        block + index * layout.stride,
        layout.stride,
      )
    arena.sketch(block, layout, { mean, first: 0, count })
    const query = numbersOf(99, dimensions)
    arena.askSketches(query, mean, layout)
    const estimates = arena.takeScores(count)
    arena.estimate(block, layout, { first: 0, count })
    for (const [index, estimate] of estimates.entries()) {
      const scale = float32[(block + parts.scales) / 4 + index]!
      const first = block + index * layout.stride
      const direction = Array.from(int8.subarray(first, first + dimensions), value => value * scale)
      const expected = estimateOf(direction, query, mean)
      assert.ok(Math.abs(estimate - expected) < 1e-3, `${index}: ${estimate} instead of ${expected}`)
    }
  })

for (const [name, scores, wanted, best] of [
  ['the highest scores win, in the order of their slots', [1, 5, 3, 4, 2], 2, [1, 3]],
  ['all that share the last place are kept', [1, 3, 3, 5, 3], 2, [1, 2, 3, 4]],
  ['vacant slots are never among the best', [Number.NaN, -1, Number.NaN, -2], 3, [1, 3]],
  ['vacant slots do not take the first seats', [Number.NaN, Number.NaN, -1, -3, -2], 2, [2, 4]],
  ['nothing to choose from', [], 3, []],
] as const)
  test(name, () => assert.deepEqual(bestOf(vectorArena(), scores, wanted), best))

test('the best of many scores are those that sorting finds, also after a search in more vectors', () => {
  const arena = vectorArena()
  for (const length of [100_001, 5_000, 33]) {
    const scores = Float32Array.from({ length }, (_, index) => Math.sin(index * 12.9898) * 43_758.5453)
    const least = scores.toSorted().at(-10) ?? 0
    const expected = [...scores.keys()].filter(index => (scores[index] ?? 0) >= least)
    assert.deepEqual(bestOf(arena, scores, 10), expected)
    assert.equal(bestOf(arena, scores, length + 5).length, length)
  }
})

test('vectors whose estimates reach the least are scored, and no others', () => {
  const arena = vectorArena()
  const layout = layoutFor(32)
  const parts = partsOf(layout)
  const block = arena.takeBlock()
  const count = 23
  for (let index = 0; index < count; index++)
    arena.views().float32[(block + parts.scales) / 4 + index] = arena.write(
      numbersOf(index + 1, 32),
      block + index * layout.stride,
      layout.stride,
    )
  arena.ask(numbersOf(99, 32), layout.stride)
  const first = 5
  const scores = arena.takeScores(first + count)
  const run = { vectors: block, scales: block + parts.scales, first, count, stride: layout.stride }
  arena.scan(run)
  const expected = scores.slice()
  const reached = [0, 1, 7, 8, 12, 22]
  for (let index = 0; index < count; index++) scores[first + index] = reached.includes(index) ? 0.5 : 0.4
  arena.refine(block, layout, { first, count, least: 0.5 })
  for (let index = 0; index < count; index++)
    assert.deepEqual(scores[first + index], reached.includes(index) ? expected[first + index] : Number.NaN)
})

test('about as many estimates as wanted reach the least one', () => {
  const arena = vectorArena()
  for (const length of [2_000, 80_000]) {
    const scores = arena.takeScores(length)
    for (let index = 0; index < length; index++)
      scores[index] = index % 7 === 0 ? Number.NaN : Math.sin(index * 12.9898) * 0.9
    const least = arena.leastEstimate(length, 500)
    const reached = scores.filter(score => score >= least).length
    assert.ok(reached >= 500 * 0.8 && reached <= 500 * 1.3, `${reached} of ${length}`)
    assert.equal(arena.leastEstimate(length, length), Number.NEGATIVE_INFINITY)
  }
})

function bestOf(arena: VectorArena, scores: ArrayLike<number>, wanted: number): number[] {
  arena.takeScores(scores.length).set(scores)
  return arena.best(scores.length, wanted)
}

/** The estimate of decision 027, one number at a time. */
function estimateOf(direction: readonly number[], query: Float32Array, mean: Float32Array): number {
  const length = Math.hypot(...query)
  const asked = Array.from(query, (value, index) => value / length - mean[index]!)
  const step = Math.max(...asked.map(Math.abs)) / 7.5
  let [squares, sizes, base, sum] = [0, 0, 0, 0]
  for (const [index, value] of direction.entries()) {
    const away = value - mean[index]!
    squares += away * away
    sizes += Math.abs(away)
    base += value * mean[index]!
    sum += Math.max(-8, Math.min(7, Math.round(asked[index]! / step))) * (away > 0 ? 1 : -1)
  }
  return step * sum * (squares / sizes) + base
}
