import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createJobs, type JobContext } from '../../../src/jobs/jobs.ts'
import { silent } from '../../../src/model/progress.ts'

const never = new AbortController().signal

function gate<T>() {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  return { promise, open: resolve, fail: reject }
}

test('work that ends in time answers with its value', async () => {
  const jobs = createJobs()
  const result = await jobs.run({
    key: 'a',
    patienceMs: 1_000,
    signal: never,
    progress: silent,
    work: async () => 42,
  })
  assert.deepEqual(result, { state: 'done', value: 42 })
  assert.deepEqual(jobs.list(), [])
})

test('S-JOB-1 work that outlasts patience answers where it stands, and the same key joins it', async () => {
  const jobs = createJobs()
  const end = gate<string>()
  let starts = 0
  const request = {
    key: 'long',
    signal: never,
    progress: silent,
    work({ progress, publish }: JobContext<string[]>) {
      starts += 1
      progress({ done: 3, total: 10, message: 'third' })
      publish(['one', 'two', 'three'])
      return end.promise
    },
  }
  const first = await jobs.run<string[], string>({ ...request, patienceMs: 1 })
  assert.ok(first.state === 'running')
  assert.deepEqual(first.partial, ['one', 'two', 'three'])
  assert.deepEqual(first.progress, { done: 3, total: 10, message: 'third' })
  assert.equal(jobs.list()[0]?.id, first.id)

  const joined = jobs.run<string[], string>({ ...request, patienceMs: 10_000 })
  end.open('finished')
  assert.deepEqual(await joined, { state: 'done', value: 'finished' })
  assert.equal(starts, 1)
})

test('a caller that cancels while waiting stops the work', async () => {
  const jobs = createJobs()
  const controller = new AbortController()
  const seen = gate<AbortSignal>()
  const running = jobs.run({
    key: 'a',
    patienceMs: 10_000,
    signal: controller.signal,
    progress: silent,
    work: ({ signal }) =>
      new Promise((_resolve, reject) => {
        seen.open(signal)
        signal.addEventListener('abort', () => reject(new Error('stopped')))
      }),
  })
  const signal = await seen.promise
  controller.abort()
  await assert.rejects(running, { code: 'CANCELLED' })
  assert.equal(signal.aborted, true)
})

test('a caller that cancels does not stop work another caller waits for', async () => {
  const jobs = createJobs()
  const controller = new AbortController()
  const end = gate<string>()
  const request = { key: 'a', patienceMs: 10_000, work: () => end.promise }
  const staying = jobs.run({ ...request, signal: never, progress: () => {} })
  const leaving = jobs.run({ ...request, signal: controller.signal, progress: () => {} })
  controller.abort()
  await assert.rejects(leaving, { code: 'CANCELLED' })
  end.open('done')
  assert.deepEqual(await staying, { state: 'done', value: 'done' })
})

test('a failure of the work is the caller’s failure, and the key is free again', async () => {
  const jobs = createJobs()
  const request = { key: 'a', patienceMs: 1_000, signal: never, progress: silent }
  await assert.rejects(
    jobs.run({
      ...request,
      work: async () => {
        throw new Error('no')
      },
    }),
    /no/,
  )
  assert.deepEqual(await jobs.run({ ...request, work: async () => 'yes' }), { state: 'done', value: 'yes' })
})

test('stopAll cancels what is under way and waits for it', async () => {
  const jobs = createJobs()
  const result = await jobs.run({
    key: 'a',
    patienceMs: 1,
    signal: never,
    progress: silent,
    work: ({ signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error()))),
  })
  assert.equal(result.state, 'running')
  await jobs.stopAll()
  assert.deepEqual(jobs.list(), [])
})
