import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openWorld, type Value } from '../../../../test/contract/world.ts'
import { openHttp } from '../../../app/open-http.ts'
import type { JobContext, JobRequest } from '../../../core/jobs/job-request.ts'

/** A server with a job that runs until the test ends it. */
async function openServer(t: TestContext, flags: string[] = []) {
  const world = await openWorld('library', { flags })
  const server = await openHttp(world.wired)
  t.after(async () => {
    await server.close()
    await world.close()
  })
  const end = Promise.withResolvers<object>()
  const started = Promise.withResolvers<JobContext>()
  const request: JobRequest<object> = {
    key: 'work',
    kind: 'ingest_folder',
    title: 'Ingest something',
    collection: 'notes',
    input: {},
    isRepeatable: false,
    caller: { surface: 'library', isLocal: true },
    correlationId: 'c',
    patienceMs: 600_000,
    signal: new AbortController().signal,
    progress() {},
    work(context) {
      started.resolve(context)
      context.signal.addEventListener('abort', () => end.reject(new Error('stopped')))
      return end.promise
    },
  }
  const running = world.wired.engine.jobs.run(request)
  running.catch(() => {})
  return { url: `${server.url}/api/v1/jobs`, job: await started.promise, end: () => end.resolve({}), server }
}

const jsonOf = async (response: Promise<Response>): Promise<Value> => (await response).json()

test('S-JOB-4 jobs are listed and shown where the contract says', async t => {
  const { url, job, end } = await openServer(t)
  const { jobs } = await jsonOf(fetch(`${url}?states=running&limit=1`))
  assert.deepEqual([jobs.length, jobs[0].job_id, jobs[0].state], [1, job.id, 'running'])
  assert.equal((await jsonOf(fetch(`${url}/${job.id}?limit=0`))).title, 'Ingest something')
  assert.equal((await fetch(`${url}/none`)).status, 404)
  assert.equal((await fetch(`${url}?states=lost`)).status, 400)
  end()
})

for (const [method, tail] of [
  ['DELETE', ''],
  ['POST', '/cancel'],
] as const)
  test(`S-JOB-3 S-JOB-4 ${method} …/{job_id}${tail} cancels, once and again`, async t => {
    const { url, job } = await openServer(t)
    for (let round = 0; round < 2; round++) {
      const response = await fetch(`${url}/${job.id}${tail}`, { method })
      assert.equal(response.status, 200)
      assert.equal((await jsonOf(Promise.resolve(response))).state, 'cancelled')
    }
    assert.equal(job.signal.aborted, true)
    assert.equal((await fetch(`${url}/none${tail}`, { method })).status, 404)
  })

/** Yields the events of a stream. */
async function* eventsOf(response: Response): AsyncGenerator<{ event: string; id: string; job: Value }> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) => block.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1] ?? ''
      if (field('event') !== '')
        yield { event: field('event'), id: field('id'), job: JSON.parse(field('data')) }
    }
  }
}

test('S-JOB-4 the stream sends the state of the job, its progress, then its end, and closes', async t => {
  const { url, job, end } = await openServer(t)
  const response = await fetch(`${url}/${job.id}/events`)
  assert.equal(response.headers.get('content-type'), 'text/event-stream')
  assert.ok(response.headers.get('x-correlation-id'))
  const seen: string[] = []
  let lastId = ''
  for await (const { event, id, job: shown } of eventsOf(response)) {
    seen.push(`${event} ${shown.state} ${shown.progress.done}`)
    assert.ok(Number(id) > Number(lastId))
    lastId = id
    if (seen.length === 1) job.progress({ done: 1, total: 2, message: 'half' })
    if (shown.progress.done === 1 && event === 'progress') end()
  }
  assert.deepEqual(seen, ['progress running 0', 'progress running 1', 'end done 1'])
  const after: string[] = []
  const headers = { 'last-event-id': lastId }
  for await (const { event } of eventsOf(await fetch(`${url}/${job.id}/events`, { headers })))
    after.push(event)
  assert.deepEqual(after, ['end'])
})

test('S-JOB-4 a client that reconnects does not get the same events again', async t => {
  const { url, job, end } = await openServer(t)
  const [first] = await gather(eventsOf(await fetch(`${url}/${job.id}/events`)), 1)
  const response = await fetch(`${url}/${job.id}/events`, { headers: { 'last-event-id': first?.id ?? '' } })
  end()
  const names = (await gather(eventsOf(response))).map(({ event }) => event)
  assert.deepEqual(names, ['end'])
})

async function gather<T>(values: AsyncIterable<T>, most = Number.POSITIVE_INFINITY): Promise<T[]> {
  const gathered: T[] = []
  for await (const value of values) {
    gathered.push(value)
    if (gathered.length >= most) break
  }
  return gathered
}

test('S-JOB-4 a stream that is closed ends no job, and an unknown job has none', async t => {
  const { url, job, end } = await openServer(t)
  const response = await fetch(`${url}/${job.id}/events`)
  await response.body?.cancel()
  assert.equal(job.signal.aborted, false)
  const missing = await fetch(`${url}/none/events`)
  assert.equal(missing.status, 404)
  assert.equal((await jsonOf(Promise.resolve(missing))).error.details.reason, 'JOB_NOT_FOUND')
  end()
})

test('S-JOB-4 streams are guarded like everything else, and end with the server', async t => {
  const { url, job, server } = await openServer(t, ['--token', 'hush'])
  const events = `${url}/${job.id}/events`
  assert.equal((await fetch(events)).status, 401)
  const headers = { authorization: 'Bearer hush' }
  const foreign = { ...headers, origin: 'https://example.org' }
  assert.equal((await fetch(events, { headers: foreign })).status, 403)
  const response = await fetch(events, { headers })
  assert.equal(response.status, 200)
  const reading = response.text().catch(() => '')
  await server.close()
  assert.doesNotMatch(await reading, /event: end/)
})
