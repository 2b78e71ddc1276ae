import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slotIndex } from './slot-index.ts'

test('agrees with a map while chunks are added, removed and their slots used again', () => {
  const keys: number[] = []
  const index = slotIndex(slot => keys[slot]!)
  const expected = new Map<number, number>()
  let random = 1
  const next = (below: number) => {
    random = (random * 48_271) % 2_147_483_647
    return random % below
  }
  for (let step = 0; step < 20_000; step++) {
    const slot = next(keys.length)
    const known = keys[slot]
    if (step % 3 === 2 && known !== undefined) {
      index.remove(known)
      expected.delete(known)
      const reused = 1_000_000 + step
      keys[slot] = reused
      index.add(reused, slot)
      expected.set(reused, slot)
    } else {
      keys.push(step * 7)
      index.add(step * 7, keys.length - 1)
      expected.set(step * 7, keys.length - 1)
    }
  }
  assert.ok(expected.size > 10_000)
  for (const [key, slot] of expected) assert.equal(index.find(key), slot)
  for (const key of [-1, 3, 2_000_000]) assert.equal(index.find(key), null)
})

test('a cleared index finds nothing', () => {
  const index = slotIndex(() => 5)
  index.add(5, 0)
  assert.equal(index.find(5), 0)
  index.clear()
  assert.equal(index.find(5), null)
})
