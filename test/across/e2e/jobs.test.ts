import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { spawnQuire, temporaryHome } from '../../e2e/cli/spawn-quire.ts'
import { openMcpProcess } from '../../e2e/faults/mcp-process.ts'
import { readHome } from '../../e2e/faults/read-home.ts'
import { ask, storedDocuments, type Value, writeNotes } from '../../support/ask.ts'
import { until } from '../../support/until.ts'

const notes = 400
/** At least a third of the documents. */
const wellUnderWay = /(1[2-9]\d|2\d\d)\/400/

test('S-JOB-2 an ingest that is killed half way is interrupted; the same command resumes it and repeats nothing', async t => {
  const home = await temporaryHome(t)
  const folder = await writeNotes(home, notes)
  const killed = spawnQuire(t, ['ingest', folder], { home })
  await killed.until(wellUnderWay, 'stderr')
  killed.child.kill('SIGKILL')
  await killed.ended

  const [{ job_id }] = (await ask(t, home, 'jobs')).jobs
  const watching = spawnQuire(t, ['jobs', 'watch', job_id], { home })
  assert.equal((await watching.ended).exitCode, 1)
  assert.match(watching.stdout(), /^interrupted {2}Ingest /)
  const [interrupted] = (await ask(t, home, 'jobs', '--states', 'interrupted')).jobs
  assert.equal(interrupted.job_id, job_id)
  const before = await storedDocuments(t, home)
  assert.ok(before.size >= 120 && before.size < notes, `${before.size} stored`)

  const answer = await ask(t, home, 'ingest', folder)
  assert.deepEqual(
    [answer.status, answer.total_files, answer.skipped, answer.indexed, answer.failed],
    ['done', notes, before.size, notes - before.size, 0],
  )
  const after = await storedDocuments(t, home)
  assert.equal(after.size, notes)
  for (const [source, facts] of before) assert.equal(after.get(source), facts, `${source} was stored again`)
  assert.equal((await readHome(home)).size, notes)

  const { jobs } = await ask(t, home, 'jobs')
  assert.deepEqual(
    jobs.map((job: Value) => [job.job_id, job.state, job.attempt]),
    [[job_id, 'done', 2]],
  )
  const shown = await ask(t, home, 'jobs', 'show', job_id.slice(0, 8), '--limit', '1000')
  assert.equal(shown.items_total, notes)
  assert.equal(new Set(shown.items.map((item: Value) => item.name)).size, notes)
  assert.ok(shown.counts.created >= notes - before.size)

  // The killed run left its lines; the resumed run has its own file with the totals.
  const audits = await readdir(join(home, 'audit'))
  assert.equal(audits.length, 2)
  const lines = (await readFile(join(home, 'audit', `${jobs[0].correlation_id}.jsonl`), 'utf8'))
    .trim()
    .split('\n')
  assert.equal(lines.length, notes + 1)
  const summary = JSON.parse(lines.at(-1) ?? '')
  assert.deepEqual(
    [summary.event, summary.documents_processed, summary.chunks_added, summary.chunks_skipped],
    ['summary', notes, notes - before.size, before.size],
  )
})

test('S-JOB-3 a job is cancelled from another process; what it had finished stays', async t => {
  const home = await temporaryHome(t)
  const folder = await writeNotes(home, 5 * notes)
  const working = spawnQuire(t, ['ingest', folder], { home })
  await working.until(/\d+\/2000/, 'stderr')
  const [{ job_id }] = (await ask(t, home, 'jobs', '--states', 'running')).jobs
  const cancelled = await ask(t, home, 'jobs', 'cancel', job_id)
  assert.equal(cancelled.state, 'cancelled')
  assert.equal((await working.ended).exitCode, 130)
  assert.match(working.stderr(), /The job was cancelled; what it had finished stays/)
  const stored = await readHome(home)
  assert.ok(stored.size < 5 * notes)
  assert.equal(cancelled.counts.created, stored.size)
  assert.match(cancelled.message, new RegExp(`cancelled; ${stored.size} documents`))
  const again = await ask(t, home, 'jobs', 'cancel', job_id)
  assert.deepEqual([again.state, again.counts], ['cancelled', cancelled.counts])
})

test('S-JOB-2 two processes that ask for the same work do it once and answer alike', async t => {
  const home = await temporaryHome(t)
  const folder = await writeNotes(home, 5 * notes)
  const owner = spawnQuire(t, ['ingest', folder, '--json'], { home })
  await owner.until(/\d+\/2000/, 'stderr')
  const guest = spawnQuire(t, ['ingest', folder, '--json'], { home })
  assert.deepEqual(
    (await Promise.all([owner.ended, guest.ended])).map(end => end.exitCode),
    [0, 0],
  )
  const answer = JSON.parse(owner.stdout())
  assert.deepEqual([answer.status, answer.indexed, answer.skipped], ['done', 5 * notes, 0])
  assert.deepEqual(JSON.parse(guest.stdout()), answer)
  const { jobs } = await ask(t, home, 'jobs')
  assert.deepEqual(
    jobs.map((job: Value) => [job.state, job.attempt, job.counts.created]),
    [['done', 1, 5 * notes]],
  )
  assert.equal((await readdir(join(home, 'audit'))).length, 1)
})

test('S-JOB-2 the work of a client that hangs up is interrupted, and taken up by the next one that asks', async t => {
  const home = await temporaryHome(t)
  const folder = await writeNotes(home, 3 * notes)
  // Both callers join before the work starts, so that it cannot end before the second one joins.
  const [first, second] = await Promise.all([openMcpProcess(t, home), openMcpProcess(t, home)])
  const cutOff = assert.rejects(first.call('ingest_folder', { folder }))
  const running = async () => (await second.call('list_jobs', { states: ['running'] })).jobs[0]
  await until(async () => (await running())?.progress.done >= 50)
  await first.hangUp()
  await cutOff
  const [{ job_id, state }] = (await second.call('list_jobs', {})).jobs
  assert.equal(state, 'interrupted')
  const answer = await second.call('ingest_folder', { folder })
  assert.deepEqual([answer.status, answer.indexed + answer.skipped], ['done', 3 * notes])
  assert.ok(answer.skipped >= 50)
  const job = await second.call('get_job', { job_id, limit: 0 })
  assert.deepEqual([job.state, job.attempt, job.items_total], ['done', 2, 3 * notes])
})

test('S-JOB-4 a server streams the events of a job that another process works on', async t => {
  const home = await temporaryHome(t)
  const folder = await writeNotes(home, 3 * notes)
  const server = spawnQuire(t, ['serve', '--port', '0'], { home })
  const [, url = ''] = await server.until(/listens on (\S+)/)
  const working = spawnQuire(t, ['ingest', folder], { home })
  await working.until(/\d+\/1200/, 'stderr')
  const { jobs } = (await (await fetch(`${url}/api/v1/jobs?states=running`)).json()) as Value
  const response = await fetch(`${url}/api/v1/jobs/${jobs[0].job_id}/events`)
  assert.equal(response.headers.get('content-type'), 'text/event-stream')
  const text = await response.text()
  const events = text
    .split('\n\n')
    .filter(block => block.startsWith('event:'))
    .map(block => ({
      name: block.match(/^event: (.*)$/m)?.[1],
      job: JSON.parse(block.match(/^data: (.*)$/m)?.[1] ?? 'null'),
    }))
  assert.deepEqual([events[0]?.name, events.at(-1)?.name], ['progress', 'end'])
  assert.deepEqual([events.at(-1)?.job.state, events.at(-1)?.job.counts.created], ['done', 3 * notes])
  const steps = events.map(({ job }) => job.progress.done)
  assert.deepEqual(
    steps,
    steps.toSorted((one, other) => one - other),
  )
  assert.equal((await working.ended).exitCode, 0)
})

test('S-JOB-2 a server that was killed is followed by one that goes on with its jobs', async t => {
  const home = await temporaryHome(t)
  const folder = await writeNotes(home, 3 * notes)
  const serve = ['serve', '--port', '0', '--root', home]
  const killed = spawnQuire(t, serve, { home })
  const [, url = ''] = await killed.until(/listens on (\S+)/)
  const asked = fetch(`${url}/api/v1/documents/ingest_folder`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ folder }),
  })
  // Kept open: the work would end if the caller disconnected.
  const reader = (await asked).body?.getReader()
  await reader?.read()
  const { jobs } = (await (await fetch(`${url}/api/v1/jobs`)).json()) as Value
  assert.equal(jobs[0].state, 'running')
  killed.child.kill('SIGKILL')
  await killed.ended
  await reader?.read().catch(() => {})

  const next = spawnQuire(t, serve, { home })
  const [, place = ''] = await next.until(/listens on (\S+)/)
  await next.until(new RegExp(`"event":"resume".*${jobs[0].job_id}`), 'stderr')
  const list = async () => (await (await fetch(`${place}/api/v1/jobs`)).json()) as Value
  await until(async () => (await list()).jobs[0].state !== 'interrupted')
  // The stream closes when the job has ended.
  await (await fetch(`${place}/api/v1/jobs/${jobs[0].job_id}/events`)).text()
  const after = await list()
  assert.deepEqual(
    after.jobs.map((job: Value) => [job.job_id, job.state, job.attempt, job.progress.done]),
    [[jobs[0].job_id, 'done', 2, 3 * notes]],
  )
  assert.equal((await readHome(home)).size, 3 * notes)
})
