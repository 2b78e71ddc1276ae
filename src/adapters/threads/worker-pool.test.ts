import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { type WorkerPool, type WorkerPoolOptions, workerPool } from './worker-pool.ts'

type Pool = WorkerPool<readonly string[], Float32Array[]>

const idle = new AbortController().signal
const owner = { code: 'TEST', name: 'the test' }

test('threads start with the first order and never outnumber the size', async () => {
  await using pool = open({ size: 2 })
  assert.equal(pool.running, 0)
  await pool.run(() => ['a'], idle)
  assert.equal(pool.running, 1)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => pool.run(() => ['x'.repeat(i)], idle)),
  )
  assert.equal(pool.running, 2)
  assert.deepEqual(
    answers.map(([vector]) => vector?.[1]),
    Array.from({ length: 20 }, (_, i) => i),
  )
  assert.equal(new Set(answers.map(([vector]) => vector?.[0])).size, 2, 'both threads worked')
})

for (const word of ['exit', 'throw'])
  test(`a thread that dies (${word}) is a Failure for its order and is replaced`, async () => {
    await using pool = open({ size: 1 })
    const [dying, next] = await Promise.allSettled([
      pool.run(() => [word], idle),
      pool.run(() => ['also lost'], idle),
    ])
    assert.equal(dying.status === 'rejected' && dying.reason.code, 'TEST_STOPPED')
    assert.equal(next.status === 'rejected' && next.reason.code, 'TEST_STOPPED')
    assert.equal((await pool.run(() => ['alive'], idle))[0]?.[1], 5)
    assert.equal(pool.running, 1)
  })

test('orders that were still waiting survive the death of a thread', async () => {
  await using pool = open({ size: 1 })
  const orders = [
    pool.run(() => ['exit'], idle),
    pool.run(() => ['b'], idle),
    pool.run(() => ['waiting'], idle),
  ]
  const outcomes = await Promise.allSettled(orders)
  assert.deepEqual(
    outcomes.map(outcome => outcome.status),
    ['rejected', 'rejected', 'fulfilled'],
  )
})

test('an urgent order goes before all that wait and are not', async () => {
  await using pool = open({ size: 1 })
  const done: string[] = []
  const run = async (word: string, haste?: 'urgent') => {
    await pool.run(() => [word], idle, haste)
    done.push(word)
  }
  await Promise.all([
    ...['a', 'b', 'c', 'd'].map(word => run(word)),
    run('now', 'urgent'),
    run('too', 'urgent'),
  ])
  assert.deepEqual(done, ['a', 'b', 'now', 'too', 'c', 'd'], 'two are with the thread already')
})

test('a failed order is a Failure with all it carries, and the thread goes on', async () => {
  await using pool = open({ size: 1 })
  const [before] = await pool.run(() => ['a'], idle)
  await assert.rejects(
    pool.run(() => ['fail'], idle),
    {
      kind: 'unavailable',
      code: 'TEST',
      message: 'as told',
      hint: 'none',
    },
  )
  const [afterwards] = await pool.run(() => ['a'], idle)
  assert.equal(afterwards?.[0], before?.[0])
})

test('a thread that can serve nothing is replaced', async () => {
  await using pool = open({ size: 1 })
  const [before] = await pool.run(() => ['a'], idle)
  await assert.rejects(
    pool.run(() => ['fatal'], idle),
    { code: 'TEST' },
  )
  const [afterwards] = await pool.run(() => ['a'], idle)
  assert.notEqual(afterwards?.[0], before?.[0])
})

test('a cancelled order rejects at once, waiting or begun, and costs nobody else', async () => {
  await using pool = open({ size: 1 })
  const stop = new AbortController()
  const begun = pool.run(() => ['silence'], stop.signal)
  const ahead = pool.run(() => ['ahead'], idle)
  const waiting = pool.run(() => ['waiting'], stop.signal)
  stop.abort()
  await assert.rejects(begun, { code: 'CANCELLED' })
  await assert.rejects(waiting, { code: 'CANCELLED' })
  assert.equal((await ahead)[0]?.[1], 5)
})

test('idle threads are ended after their time, and started again for the next order', async () => {
  await using pool = open({ size: 2, idleMs: 1 })
  await Promise.all([pool.run(() => ['a'], idle), pool.run(() => ['b'], idle)])
  while (pool.running > 0) await new Promise(resolve => setTimeout(resolve, 2))
  assert.equal((await pool.run(() => ['again'], idle))[0]?.[1], 5)
})

test('closing ends what runs and refuses what comes', async () => {
  const pool = open({ size: 1 })
  const running = pool.run(() => ['silence'], idle)
  const waiting = [pool.run(() => ['a'], idle), pool.run(() => ['b'], idle)]
  const outcomes = Promise.allSettled([running, ...waiting])
  await pool.close()
  for (const outcome of await outcomes)
    assert.equal(outcome.status === 'rejected' && outcome.reason.code, 'TEST_CLOSED')
  await assert.rejects(
    pool.run(() => ['late'], idle),
    { code: 'TEST_CLOSED' },
  )
  assert.equal(pool.running, 0)
})

test('a missing script is a Failure, not a crash', async () => {
  const pool = workerPool({
    script: new URL('./nowhere.ts', import.meta.url),
    data: null,
    size: 1,
    idleMs: null,
    owner,
  })
  await assert.rejects(
    pool.run(() => ['a'], idle),
    { code: 'TEST_STOPPED' },
  )
  await pool.close()
})

test('abort listeners are taken off when an order is done', async () => {
  await using pool = open({ size: 1 })
  const { signal } = new AbortController()
  await pool.run(() => ['a'], signal)
  assert.equal(getEventListeners(signal, 'abort').length, 0)
})

function open(options: Partial<WorkerPoolOptions>): Pool & AsyncDisposable {
  const script = new URL('./test/fixture-worker.ts', import.meta.url)
  const pool = workerPool<readonly string[], Float32Array[]>({
    script,
    data: null,
    size: 1,
    idleMs: null,
    owner,
    ...options,
  })
  const dispose = { [Symbol.asyncDispose]: () => pool.close() }
  return Object.create(pool, Object.getOwnPropertyDescriptors(dispose))
}
