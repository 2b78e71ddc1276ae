import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layoutFor, partsOf, vectorArena } from './vector-arena.ts'

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
    const estimates = arena.estimate(block, layout, count)
    assert.equal(estimates.length, count)
    for (const [index, estimate] of estimates.entries()) {
      const scale = float32[(block + parts.scales) / 4 + index]!
      const first = block + index * layout.stride
      const direction = Array.from(int8.subarray(first, first + dimensions), value => value * scale)
      const expected = estimateOf(direction, query, mean)
      assert.ok(Math.abs(estimate - expected) < 1e-3, `${index}: ${estimate} instead of ${expected}`)
    }
  })

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
