import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openOnce } from './open-once.ts'

/** A part that remembers how often it was opened and closed; the first `failures` openings fail. */
function countingPart(failures: number) {
  const counts = { opened: 0, closed: 0 }
  const part = openOnce(async () => {
    counts.opened += 1
    if (counts.opened <= failures) throw new Error('not yet')
    return {
      async close() {
        counts.closed += 1
      },
    }
  })
  return { part, counts }
}

test('a part is opened by its first use, once for all who ask, and closed once', async () => {
  const { part, counts } = countingPart(0)
  const [one, other] = await Promise.all([part.get(), part.get()])
  assert.equal(one, other)
  await part.close()
  assert.deepEqual(counts, { opened: 1, closed: 1 })
})

test('a part that nobody used is not opened to be closed', async () => {
  const { part, counts } = countingPart(0)
  await part.close()
  assert.deepEqual(counts, { opened: 0, closed: 0 })
})

test('a part that could not be opened is tried again by the next who asks', async () => {
  const { part, counts } = countingPart(1)
  await assert.rejects(part.get(), /not yet/)
  await part.get()
  await part.close()
  assert.deepEqual(counts, { opened: 2, closed: 1 })
})
