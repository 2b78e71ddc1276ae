import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestScores } from './scan-copy.ts'

for (const [name, scores, wanted, best] of [
  ['the highest scores win, in place order', [1, 5, 3, 4, 2], 2, [1, 3]],
  ['all that share the last place are kept', [1, 3, 3, 5, 3], 2, [1, 2, 3, 4]],
  ['vacant places are never among the best', [Number.NaN, -1, Number.NaN, -2], 3, [1, 3]],
  ['vacant places do not take the first seats', [Number.NaN, Number.NaN, -1, -3, -2], 2, [2, 4]],
  ['nothing to choose from', [], 3, []],
] as const)
  test(name, () => assert.deepEqual(bestOf(scores, wanted), best))

test('agrees with sorting on many numbers', () => {
  const scores = Float32Array.from({ length: 5_000 }, (_, index) => Math.sin(index * 12.9898) * 43_758.5453)
  const least = [...scores].sort((a, b) => b - a)[99]!
  const expected = [...scores.keys()].filter(index => scores[index]! >= least)
  assert.deepEqual(bestOf(scores, 100), expected)
})

test('scores may come in pieces', () => {
  const best = bestScores(2)
  best.offer(Float32Array.of(1, 5), 0)
  best.offer(Float32Array.of(), 2)
  best.offer(Float32Array.of(4, Number.NaN, 6), 10)
  assert.deepEqual(best.places(), [1, 12])
})

function bestOf(scores: Iterable<number>, wanted: number): number[] {
  const best = bestScores(wanted)
  best.offer(Float32Array.from(scores), 0)
  return best.places()
}
