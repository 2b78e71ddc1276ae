import assert from 'node:assert/strict'
import test from 'node:test'
import { failure } from '../../../adapters/sources/test/failure.ts'
import { hostGate, parseRetryAfter, retryWait } from './host-gate.ts'
import { jumpingClock, signal } from './test/crawl-fixtures.ts'

test('no more than so many are inside, and the next goes in as one leaves', async () => {
  const gate = hostGate(jumpingClock(), { concurrency: 2, delayMs: 0 })
  const order: string[] = []
  const enter = async (name: string) => {
    const leave = await gate.enter(signal)
    order.push(name)
    return leave
  }
  const [first, second] = [await enter('a'), await enter('b')]
  const third = enter('c')
  const fourth = enter('d')
  assert.deepEqual(order, ['a', 'b'])
  second()
  second()
  const leaveThird = await third
  assert.deepEqual(order, ['a', 'b', 'c'])
  first()
  await fourth
  assert.deepEqual(order, ['a', 'b', 'c', 'd'])
  leaveThird()
})

test('two requests are apart by the delay, and a pause holds for all', async () => {
  const clock = jumpingClock()
  const gate = hostGate(clock, { concurrency: 10, delayMs: 100 })
  for (let turn = 0; turn < 3; turn++) (await gate.enter(signal))()
  assert.equal(clock.elapsed(), 200)
  gate.pause(5_000)
  await Promise.all([gate.enter(signal), gate.enter(signal)])
  assert.equal(clock.elapsed(), 5_300)
})

test('who gives up waiting leaves the place to others', async () => {
  const gate = hostGate(jumpingClock(), { concurrency: 1, delayMs: 0 })
  const leave = await gate.enter(signal)
  const controller = new AbortController()
  const givenUp = gate.enter(controller.signal)
  const patient = gate.enter(signal)
  controller.abort()
  leave()
  await assert.rejects(givenUp, failure('CANCELLED', 'cancelled'))
  ;(await patient)()
})

test('Retry-After is seconds or a date; what it asks beyond measure is not waited for', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  assert.equal(parseRetryAfter('120', now), 120_000)
  assert.equal(parseRetryAfter('Thu, 01 Jan 2026 00:01:00 GMT', now), 60_000)
  assert.equal(parseRetryAfter('Thu, 01 Jan 2025 00:01:00 GMT', now), 0)
  assert.equal(parseRetryAfter('soon', now), null)
  const policy = { retries: 2, baseMs: 100, maxWaitMs: 1_000 }
  const answer = (status: number, after?: string) => ({
    status,
    headers: after ? { 'retry-after': after } : {},
    body: new Uint8Array(),
  })
  assert.deepEqual(
    [0, 1, 2].map(attempt => retryWait(answer(503), policy, { attempt, nowMs: now })),
    [100, 200, null],
  )
  assert.equal(retryWait(answer(429, '2'), policy, { attempt: 0, nowMs: now }), null)
  assert.equal(retryWait(answer(404), policy, { attempt: 0, nowMs: now }), null)
})
