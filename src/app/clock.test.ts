import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from './clock.ts'

test('the clock writes an offset, and a limit too long for a timer never ends', () => {
  assert.match(systemClock.now(), /^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/)
  const limit = systemClock.timeout(Number.POSITIVE_INFINITY)
  assert.equal(limit.signal.aborted, false)
  limit.dispose()
})

test('a limit that is over aborts with a TimeoutError', async () => {
  const limit = systemClock.timeout(1)
  await new Promise(resolve => limit.signal.addEventListener('abort', resolve))
  assert.equal(limit.signal.reason.name, 'TimeoutError')
})
