import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../../../core/model/failure.ts'
import { reopening } from './reopening.ts'

/** Counts openings and closings; `trouble` is thrown by the next opening. */
function fixture() {
  const log: string[] = []
  const state: { trouble: Failure | null; opened: number } = { trouble: null, opened: 0 }
  const connection = reopening<number>({
    async open(mustExist) {
      if (state.trouble !== null) throw state.trouble
      state.opened += 1
      log.push(`open ${state.opened}${mustExist ? ' existing' : ''}`)
      return state.opened
    },
    async close(number) {
      log.push(`close ${number}`)
    },
  })
  return { connection, log, state }
}

const failure = (code: string) => new Failure('unavailable', code, code)

test('the first use opens, later ones share it', async () => {
  const { connection, log } = fixture()
  assert.deepEqual(log, [])
  assert.deepEqual(
    await Promise.all([connection.use(async number => number), connection.use(async n => n)]),
    [1, 1],
  )
  await connection.close()
  assert.deepEqual(log, ['open 1', 'close 1'])
  await assert.rejects(
    connection.use(async number => number),
    { code: 'STORE_CLOSED' },
  )
})

test('what could not be opened is opened by the next use', async () => {
  const { connection, state } = fixture()
  state.trouble = failure('STORE_UNREACHABLE')
  await assert.rejects(
    connection.use(async number => number),
    { code: 'STORE_UNREACHABLE' },
  )
  state.trouble = null
  assert.equal(await connection.use(async number => number), 1)
})

test('after damage the next use opens it again, and a missing file is then no new store', async () => {
  const { connection, log } = fixture()
  await assert.rejects(
    connection.use(async () => {
      throw failure('STORE_DAMAGED')
    }),
    { code: 'STORE_DAMAGED' },
  )
  assert.equal(await connection.use(async number => number), 2)
  assert.deepEqual(log, ['open 1', 'close 1', 'open 2 existing'])
})

test('a file that was replaced is opened again and the work done once more; others finish with the old one', async () => {
  const { connection, log } = fixture()
  const slow = Promise.withResolvers<void>()
  const reading = connection.use(async number => {
    await slow.promise
    return number
  })
  const answer = await connection.use(async number => {
    if (number === 1) throw failure('STORE_REPLACED')
    return number
  })
  assert.equal(answer, 2)
  assert.deepEqual(log, ['open 1', 'open 2 existing'])
  slow.resolve()
  assert.equal(await reading, 1)
  assert.deepEqual(log.at(-1), 'close 1')
})

test('a lock or a bad request drops nothing', async () => {
  const { connection, log } = fixture()
  for (const code of ['STORE_BUSY', 'COLLECTION_NOT_FOUND', 'STORE_READ_ONLY'])
    await assert.rejects(
      connection.use(async () => {
        throw failure(code)
      }),
      { code },
    )
  assert.deepEqual(log, ['open 1'])
})
