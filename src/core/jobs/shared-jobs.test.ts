import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Progress } from '../model/progress.ts'
import type { JobContext } from './job-request.ts'
import { memoryJobLedger } from './memory-ledger.ts'
import { gate, item, never, request, settle, sharedHome, untilOpened } from './test/fixtures.ts'

const page = { offset: 0, limit: 10 }

async function idOf(jobs: { underWay(): { id: string }[] }): Promise<string> {
  await settle()
  return jobs.underWay()[0]?.id ?? ''
}

test('a second process that asks for the same work joins it: it is done once, and both have the value', async () => {
  const home = sharedHome()
  const [one, two] = [home.start(), home.start()]
  const end = gate()
  let starts = 0
  const work = (context: JobContext) => {
    starts += 1
    context.progress({ done: 1, total: 2, message: 'half' })
    return untilOpened(end, context)
  }
  const owner = one.jobs.run(request(work))
  const id = await idOf(one.jobs)
  const steps: Progress[] = []
  const guest = two.jobs.run(request(work, { progress: step => steps.push(step) }))
  await home.pass(1_500)
  assert.deepEqual(steps.at(-1), { done: 1, total: 2, message: 'half' })
  end.open('value')
  await owner
  await home.pass(500)
  assert.deepEqual(await guest, { state: 'done', id, value: 'value' })
  assert.equal(starts, 1)
})

test('a job that ends while it is looked up is never called interrupted', async () => {
  const ledger = memoryJobLedger()
  const late = gate()
  const home = sharedHome({
    ...ledger,
    async get(id) {
      const found = await ledger.get(id)
      await late.promise
      return found
    },
  })
  const { jobs } = home.start()
  const end = gate()
  const owner = jobs.run(request(context => untilOpened(end, context)))
  const id = await idOf(jobs)
  const looked = jobs.get(id, page)
  await settle()
  end.open('value')
  await owner
  late.open('')
  const { job } = (await looked) ?? {}
  assert.deepEqual([job?.state, job?.result], ['done', 'value'])
})

test('a second caller whose patience ends gets the same job and its progress', async () => {
  const home = sharedHome()
  const [one, two] = [home.start(), home.start()]
  const work = (context: JobContext) => {
    context.report(item('one'))
    return untilOpened(gate(), context)
  }
  void one.jobs.run(request(work)).catch(() => {})
  const id = await idOf(one.jobs)
  await home.pass(1_000)
  const guest = two.jobs.run(request(work, { patienceMs: 500 }))
  await home.pass(1_000)
  const result = await guest
  assert.ok(result.state === 'running')
  assert.deepEqual([result.id, result.items], [id, [item('one')]])
  await one.jobs.close()
})

test('a guest that leaves does not end the work', async () => {
  const home = sharedHome()
  const [one, two] = [home.start(), home.start()]
  const end = gate()
  const owner = one.jobs.run(request(context => untilOpened(end, context)))
  await settle()
  const controller = new AbortController()
  const guest = two.jobs.run(request(async () => 'never', { signal: controller.signal }))
  await home.pass(250)
  controller.abort()
  await assert.rejects(guest, { code: 'CANCELLED' })
  end.open('done')
  assert.equal((await owner).state, 'done')
})

test('S-JOB-2 when the owner dies, a waiting guest takes the job up under its id, after three silent seconds', async () => {
  const home = sharedHome()
  const [one, two] = [home.start(), home.start()]
  void one.jobs.run(request(context => untilOpened(gate(), context)))
  const id = await idOf(one.jobs)
  await home.pass(1_000)
  one.die()
  const attempts: number[] = []
  const end = gate()
  const guest = two.jobs.run(
    request(context => {
      attempts.push(context.attempt)
      return untilOpened(end, context)
    }),
  )
  await home.pass(2_000)
  assert.deepEqual(attempts, [])
  assert.equal((await two.jobs.get(id, page))?.job.state, 'running')
  await home.pass(2_000)
  assert.deepEqual(attempts, [2])
  end.open('by the guest')
  assert.deepEqual(await guest, { state: 'done', id, value: 'by the guest' })
})

test('a job whose owner is dead is listed as interrupted, and can be cancelled by anyone', async () => {
  const home = sharedHome()
  const [one, two] = [home.start(), home.start()]
  void one.jobs.run(request(context => untilOpened(gate(), context)))
  const id = await idOf(one.jobs)
  one.die()
  await home.pass(4_000)
  assert.deepEqual(
    (await two.jobs.list({ states: null, limit: 1 })).map(job => job.state),
    ['interrupted'],
  )
  assert.equal((await two.jobs.cancel(id, never))?.state, 'cancelled')
  assert.equal((await two.jobs.cancel(id, never))?.state, 'cancelled')
})

test('an owner that slept beyond its lease and was replaced stops its work', async () => {
  const home = sharedHome()
  const [one, two] = [home.start(), home.start()]
  const sleeper = one.jobs.run(request(context => untilOpened(gate(), context), { patienceMs: 600_000 }))
  const id = await idOf(one.jobs)
  home.sleep(61_000)
  const end = gate()
  const other = two.jobs.run(request(context => untilOpened(end, context)))
  await settle()
  assert.equal(two.jobs.underWay()[0]?.id, id)
  const stopped = assert.rejects(sleeper, { code: 'JOB_TAKEN_OVER' })
  await home.pass(1_000)
  await stopped
  end.open('by the other')
  assert.deepEqual(await other, { state: 'done', id, value: 'by the other' })
})

test('an owner that was only taken for dead has its job back', async () => {
  const home = sharedHome()
  const [one, two] = [home.start(), home.start()]
  const end = gate()
  const sleeper = one.jobs.run(request(context => untilOpened(end, context), { patienceMs: 600_000 }))
  const id = await idOf(one.jobs)
  home.sleep(61_000)
  assert.equal((await two.jobs.get(id, page))?.job.state, 'interrupted')
  await home.pass(1_000)
  assert.equal((await two.jobs.get(id, page))?.job.state, 'running')
  end.open('done')
  assert.equal((await sleeper).state, 'done')
})

test('S-JOB-3 cancelling from another process ends the work within its next beat, for owner and guests', async () => {
  const home = sharedHome()
  const [one, two, three] = [home.start(), home.start(), home.start()]
  const owner = one.jobs.run(
    request(context => {
      context.report(item('one'))
      return untilOpened(gate(), context)
    }),
  )
  const id = await idOf(one.jobs)
  const guest = two.jobs.run(request(async () => 'never'))
  const ended = Promise.all([owner, guest].map(waiting => assert.rejects(waiting, { code: 'JOB_CANCELLED' })))
  await home.pass(250)
  const cancelling = three.jobs.cancel(id, never)
  await home.pass(1_500)
  await ended
  const cancelled = await cancelling
  assert.equal(cancelled?.state, 'cancelled')
  assert.equal(cancelled?.counts.created, 1)
  assert.equal(await three.jobs.cancel('no such job', never), null)
})

test('cancelling a job of this process ends it at once', async () => {
  const home = sharedHome()
  const { jobs } = home.start()
  const running = jobs.run(request(context => untilOpened(gate(), context)))
  const id = await idOf(jobs)
  const ended = assert.rejects(running, { code: 'JOB_CANCELLED' })
  const cancelling = jobs.cancel(id, never)
  await home.pass(250)
  await ended
  assert.equal((await cancelling)?.state, 'cancelled')
})

test('a call after a job was cancelled is a new run, also while the old one still ends', async () => {
  const home = sharedHome()
  const [one, two] = [home.start(), home.start()]
  const end = gate<never>()
  // Does not notice that it was cancelled until the gate opens.
  const first = one.jobs.run(request(() => end.promise))
  const id = await idOf(one.jobs)
  const ended = assert.rejects(first, { code: 'JOB_CANCELLED' })
  const cancelling = one.jobs.cancel(id, never)
  await settle()
  const again = [one, two].map(({ jobs }) => jobs.run(request(async () => 'again')))
  await home.pass(500)
  end.fail(new Error('stopped'))
  await ended
  await home.pass(1_000)
  assert.equal((await cancelling)?.state, 'cancelled')
  for (const run of again) {
    const result = await run
    assert.notEqual(result.id, id)
    assert.equal(result.state === 'done' && result.value, 'again')
  }
})

test('work that its own caller gave up is done by a guest that still wants it', async () => {
  const home = sharedHome()
  const [one, two] = [home.start(), home.start()]
  const controller = new AbortController()
  const owner = one.jobs.run(request(context => untilOpened(gate(), context), { signal: controller.signal }))
  await settle()
  const guest = two.jobs.run(request(async () => 'by the guest'))
  await home.pass(250)
  controller.abort()
  await assert.rejects(owner, { code: 'CANCELLED' })
  await home.pass(500)
  const result = await guest
  assert.equal(result.state === 'done' && result.value, 'by the guest')
})

test('a job that a process has claimed is left to it, until it had time to continue it', async () => {
  const home = sharedHome()
  const [one, two, three] = [home.start(), home.start(), home.start()]
  void one.jobs.run(request(context => untilOpened(gate(), context)))
  const id = await idOf(one.jobs)
  const any = () => true
  assert.equal(await two.jobs.claim(any), null)
  one.die()
  await home.pass(3_500)
  assert.equal((await two.jobs.claim(any))?.id, id)
  assert.equal(await three.jobs.claim(any), null)
  // The one that claimed it has died before it began.
  await home.pass(5_500)
  assert.equal((await three.jobs.claim(any))?.id, id)
  const { role } = await home.ledger.begin(
    { ...request(async () => 1), id: 'new', origin: { surface: 'stdio', isLocal: true } },
    {
      owner: { instance: 'process 3', pid: 3, host: 'here' },
      at: home.clock.now(),
      isAbandoned: () => false,
    },
  )
  assert.equal(role, 'owner')
})
