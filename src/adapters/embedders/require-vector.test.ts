import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requireVector } from './require-vector.ts'

test('a good vector is brought to length 1', () => {
  assert.deepEqual(requireVector([3, 4], 2, 'm'), Float32Array.of(0.6, 0.8))
  assert.deepEqual(requireVector(Float64Array.of(-1e-9, 0), 2, 'm'), Float32Array.of(-1, 0))
})

const refused: [string, ArrayLike<number>][] = [
  ['zeros', [0, 0]],
  ['too short', [1]],
  ['too long', [1, 0, 0]],
  ['NaN', [Number.NaN, 1]],
  ['infinity', [Number.POSITIVE_INFINITY, 1]],
  ['numbers whose squares overflow', [1e300, 1e300]],
  // SAFETY: a parsed answer has null where the number was NaN, against its type.
  ['null', [null as unknown as number, 1]],
]
for (const [name, values] of refused)
  test(`a vector is refused: ${name}`, () => {
    assert.throws(() => requireVector(values, 2, 'the-model'), {
      code: 'EMBEDDING_INVALID',
      kind: 'unavailable',
      message: /the-model/,
    })
  })
