import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyTrashOnTime } from './empty-trash.ts'
import type { Wired } from './wire.ts'

test('a server empties the trash at its start and again while it runs, also after an error, until it is stopped', async () => {
  const { promise: thrice, resolve } = Promise.withResolvers<void>()
  const problems: string[] = []
  let count = 0
  const stopping = new AbortController()
  const wired = {
    engine: {
      trash: {
        async empty() {
          count += 1
          if (count === 2) throw new Error('the store is locked')
          if (count === 3) resolve()
        },
      },
    },
    log: { write: (_level: string, event: string) => void problems.push(event) },
  }
  // SAFETY: only the trash and the log are used.
  emptyTrashOnTime(wired as unknown as Pick<Wired, 'engine' | 'log'>, stopping.signal, 1)
  const keepAlive = setInterval(() => {}, 1_000)
  await thrice
  stopping.abort()
  clearInterval(keepAlive)
  assert.deepEqual(problems, ['trash'])
  const after = count
  await new Promise(done => setTimeout(done, 20))
  assert.equal(count, after)
})
