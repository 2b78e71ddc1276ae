import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rateLimiter } from './rate-limiter.ts'

const minute = 60_000

/** Arrivals in random order of time, the same in every run. */
function arrivals(perMinute: number, minutes: number): number[] {
  let state = 12_345
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  return Array.from({ length: perMinute * minutes }, () => random() * minutes * minute).toSorted(
    (a, b) => a - b,
  )
}

for (const offered of [50, 90, 150, 1_000])
  test(`${offered} calls a minute at a limit of 100: never more in any minute, and at least 95 % of what is allowed`, () => {
    const minutes = 20
    let now = 0
    const limiter = rateLimiter({ limit: 100, windowMs: minute, now: () => now })
    const taken: number[] = []
    for (const at of arrivals(offered, minutes)) {
      now = at
      if (limiter.take('token tool') === 0) taken.push(at)
    }
    for (const [index, at] of taken.entries()) {
      const hundredLater = taken[index + 100] ?? Number.POSITIVE_INFINITY
      assert.ok(hundredLater - at >= minute)
    }
    const allowed = Math.min(offered, 100) * minutes
    assert.ok(taken.length >= allowed * 0.95, `${taken.length} of ${allowed}`)
  })

test('the time to wait is exact, and a call that came too early does not count', () => {
  let now = 0
  const limiter = rateLimiter({ limit: 2, windowMs: minute, now: () => now })
  assert.equal(limiter.take('a'), 0)
  now = 10_000
  assert.equal(limiter.take('a'), 0)
  now = 20_000
  assert.equal(limiter.take('a'), 40_000)
  assert.equal(limiter.waitMs('b'), 0, 'another key')
  now = 59_999
  assert.equal(limiter.take('a'), 1)
  now = 60_000
  assert.equal(limiter.take('a'), 0)
  assert.equal(limiter.take('a'), 10_000)
})
