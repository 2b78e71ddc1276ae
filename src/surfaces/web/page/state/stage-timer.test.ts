import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stageTimer } from './stage-timer.ts'

const page = (done: number) => ({ done, total: 40, message: `Reading page ${done}` })

test('the time that is left is estimated from the pages that were read, after two seconds', () => {
  const timer = stageTimer()
  assert.equal(timer(page(0), 1_000), null)
  assert.equal(timer(page(5), 2_000), null, 'too early')
  assert.equal(timer(page(10), 6_000), 15, 'ten pages in five seconds, thirty to go')
  assert.equal(timer(page(40), 21_000), 1)
})

test('another stage is timed by itself, and work without a total has no estimate', () => {
  const timer = stageTimer()
  timer(page(0), 0)
  assert.equal(timer(page(20), 10_000), 10)
  assert.equal(timer({ done: 0, total: 8, message: 'Embedding book.pdf' }, 20_000), null)
  assert.equal(timer({ done: 4, total: 8, message: 'Embedding book.pdf' }, 24_000), 4)
  assert.equal(timer({ done: 5, total: null, message: 'Embedding book.pdf' }, 30_000), null)
})
