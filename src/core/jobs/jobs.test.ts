import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../model/failure.ts'
import type { JobLedger } from '../ports/job-ledger.ts'
import type { JobContext } from './job-request.ts'
import { gate, item, never, request, settle, sharedHome, untilOpened } from './test/fixtures.ts'

test('work that ends in time answers with its value, and is remembered', async () => {
  const { jobs } = sharedHome().start()
  const result = await jobs.run(request(async () => ({ answer: 42 })))
  assert.deepEqual(result, { state: 'done', id: result.id, value: { answer: 42 } })
  assert.deepEqual(jobs.underWay(), [])
  const page = await jobs.get(result.id, { offset: 0, limit: 10 })
  assert.equal(page?.job.state, 'done')
  assert.deepEqual(page.job.result, { answer: 42 })
})

test('S-JOB-1 work that outlasts patience answers with its progress, and the same key joins it', async () => {
  const home = sharedHome()
  const { jobs } = home.start()
  const end = gate()
  let starts = 0
  const long = request((context: JobContext) => {
    starts += 1
    context.progress({ done: 3, total: 10, message: 'third' })
    context.report(item('one'))
    return untilOpened(end, context)
  })
  const first = jobs.run({ ...long, patienceMs: 1_000 })
  await home.pass(1_000)
  const { id } = await first
  assert.deepEqual(await first, {
    state: 'running',
    id,
    progress: { done: 3, total: 10, message: 'third' },
    items: [item('one')],
  })
  assert.deepEqual(
    jobs.underWay().map(job => [job.id, job.progress]),
    [[id, { done: 3, total: 10, message: 'third' }]],
  )
  const joined = jobs.run(long)
  await settle()
  end.open('finished')
  assert.deepEqual(await joined, { state: 'done', id, value: 'finished' })
  assert.equal(starts, 1)
})

test('a job that is done is not joined: the same call again is a new run', async () => {
  const { jobs } = sharedHome().start()
  const first = await jobs.run(request(async () => 'one'))
  const second = await jobs.run(request(async () => 'two'))
  assert.notEqual(second.id, first.id)
  assert.deepEqual(second, { state: 'done', id: second.id, value: 'two' })
})

test('a caller that cancels while waiting stops the work, which is then cancelled', async () => {
  const { jobs } = sharedHome().start()
  const controller = new AbortController()
  const seen = gate<AbortSignal>()
  const running = jobs.run(
    request(
      context => {
        seen.open(context.signal)
        return untilOpened(gate(), context)
      },
      { signal: controller.signal },
    ),
  )
  const signal = await seen.promise
  controller.abort()
  await assert.rejects(running, { code: 'CANCELLED' })
  assert.equal(signal.aborted, true)
  await settle()
  const [job] = await jobs.list({ states: null, limit: 1 })
  assert.deepEqual([job?.state, job?.failure?.code], ['cancelled', 'CANCELLED'])
})

test('a caller that cancels does not stop work another caller waits for, even if both listen alike', async () => {
  const { jobs } = sharedHome().start()
  const controller = new AbortController()
  const end = gate()
  const long = request(context => untilOpened(end, context))
  const staying = jobs.run(long)
  const leaving = jobs.run({ ...long, signal: controller.signal })
  await settle()
  controller.abort()
  await assert.rejects(leaving, { code: 'CANCELLED' })
  end.open('done')
  assert.equal((await staying).state, 'done')
})

test('once a caller knows that the work continues, no other caller ends it by leaving', async () => {
  const home = sharedHome()
  const { jobs } = home.start()
  const controller = new AbortController()
  const end = gate()
  const long = request(context => untilOpened(end, context))
  const told = jobs.run({ ...long, patienceMs: 1 })
  await home.pass(250)
  assert.equal((await told).state, 'running')
  const leaving = jobs.run({ ...long, signal: controller.signal })
  await settle()
  controller.abort()
  await assert.rejects(leaving, { code: 'CANCELLED' })
  end.open('done')
  await settle()
  assert.equal((await jobs.get((await told).id, { offset: 0, limit: 0 }))?.job.state, 'done')
})

test('a failure of the work is the caller’s failure, is remembered, and the key is free again', async () => {
  const { jobs } = sharedHome().start()
  const failing = request(async () => {
    throw new Failure('not_found', 'SOURCE_NOT_FOUND', 'There is no such folder.', { hint: 'Look again.' })
  })
  await assert.rejects(jobs.run(failing), { code: 'SOURCE_NOT_FOUND' })
  const [job] = await jobs.list({ states: ['failed'], limit: 1 })
  assert.equal(job?.failure?.message, 'There is no such folder.')
  assert.equal((await jobs.run(request(async () => 'yes'))).state, 'done')
})

test('a surprise that nobody waits for is in the log, and nothing of it in the ledger', async () => {
  const home = sharedHome()
  const { jobs } = home.start()
  const end = gate()
  const told = jobs.run(request(() => end.promise, { patienceMs: 1 }))
  await home.pass(250)
  await told
  end.fail(new Error('secret detail'))
  await settle()
  assert.ok(home.log.some(line => line.event === 'surprise' && String(line.error).includes('secret detail')))
  assert.doesNotMatch(JSON.stringify(await jobs.get((await told).id, { offset: 0, limit: 0 })), /secret/)
})

test('closing interrupts what is under way; the same call later goes on under the same id', async () => {
  const home = sharedHome()
  const before = home.start()
  const told = before.jobs.run(
    request(
      context => {
        context.report(item('one'))
        return untilOpened(gate(), context)
      },
      { patienceMs: 1 },
    ),
  )
  await home.pass(250)
  const { id } = await told
  await before.jobs.close()
  const after = home.start()
  assert.equal((await after.jobs.get(id, { offset: 0, limit: 0 }))?.job.state, 'interrupted')
  const resumed = await after.jobs.run(
    request(async context => {
      assert.equal(context.attempt, 2)
      assert.deepEqual([...context.earlier.values()], [item('one')])
      context.report(item('one', 'skipped'))
      context.report(item('two'))
      return 'whole'
    }),
  )
  assert.deepEqual(resumed, { state: 'done', id, value: 'whole' })
  const page = await after.jobs.get(id, { offset: 0, limit: 10 })
  assert.deepEqual(page?.items, [item('one'), item('two')])
  assert.deepEqual(page?.job.counts, { created: 2, replaced: 0, skipped: 0, failed: 0 })
})

test('small work leaves no record, unless a caller was given its id', async () => {
  const home = sharedHome()
  const { jobs } = home.start()
  await jobs.run(request(async () => 'quick', { isBrief: true }))
  assert.deepEqual(await jobs.list({ states: null, limit: 10 }), [])
  const end = gate()
  const told = jobs.run(request(() => end.promise, { isBrief: true, patienceMs: 1 }))
  await home.pass(250)
  end.open('slow after all')
  await settle()
  assert.equal((await jobs.get((await told).id, { offset: 0, limit: 0 }))?.job.state, 'done')
})

test('a thousand steps in a second are a few messages to the ledger', async () => {
  const home = sharedHome()
  let beats = 0
  const counted: JobLedger = {
    ...home.ledger,
    beat(...given) {
      beats += 1
      return home.ledger.beat(...given)
    },
  }
  const busy = sharedHome(counted)
  const { jobs } = busy.start()
  const end = gate()
  const running = jobs.run(
    request(async context => {
      for (let done = 1; done <= 1000; done++) {
        context.progress({ done, total: 1000, message: `${done}` })
        if (done % 100 === 0) await busy.pass(100)
      }
      return untilOpened(end, context)
    }),
  )
  await busy.pass(1_000)
  assert.ok(beats >= 1 && beats <= 6, `${beats} messages`)
  end.open('done')
  await running
  const [job] = await jobs.list({ states: null, limit: 1 })
  assert.equal(job?.progress.done, 1000)
})

test('a ledger that cannot be written never makes the work fail', async () => {
  const broken = async (): Promise<never> => {
    throw new Failure('unavailable', 'STORE_FULL', 'The disk is full.')
  }
  const { ledger } = sharedHome()
  const home = sharedHome({ ...ledger, begin: broken })
  assert.equal((await home.start().jobs.run(request(async () => 'done'))).state, 'done')
  const later = sharedHome({ ...ledger, beat: broken, finish: broken })
  const { jobs } = later.start()
  const end = gate()
  const running = jobs.run(
    request(context => {
      context.progress({ done: 1, total: 2, message: 'half' })
      return untilOpened(end, context)
    }),
  )
  await later.pass(2_000)
  end.open('done')
  assert.equal((await running).state, 'done')
  assert.ok(later.log.some(line => line.event === 'job_ledger' && line.level === 'warn'))
})

test('a watcher sees the current state of the job, every change, and the end', async () => {
  const home = sharedHome()
  const { jobs } = home.start()
  const end = gate()
  const running = jobs.run(
    request(context => {
      context.progress({ done: 1, total: 2, message: 'half' })
      return untilOpened(end, context)
    }),
  )
  await settle()
  const [{ id } = { id: '' }] = jobs.underWay()
  const seen: string[] = []
  const watching = (async () => {
    for await (const { state, progress } of jobs.watch(id, never)) seen.push(`${state} ${progress.done}`)
  })()
  await home.pass(3_000)
  end.open('done')
  await running
  await home.pass(500)
  await watching
  assert.deepEqual(seen, ['running 0', 'running 1', 'done 1'])
  for await (const job of jobs.watch('no such job', never)) assert.fail(job.id)
})
