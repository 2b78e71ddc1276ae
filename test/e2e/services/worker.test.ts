import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { postgresJobLedger } from '../../../src/adapters/stores/postgres/job-ledger.ts'
import { systemClock } from '../../../src/app/clock.ts'
import type { JobSummary } from '../../../src/core/model/job.ts'
import { writeNotes } from '../../support/ask.ts'
import { postgresDatabases } from '../../support/postgres-databases.ts'
import { spawnQuire, temporaryHome } from '../cli/spawn-quire.ts'

const databases = await postgresDatabases()
if (!('reason' in databases)) after(() => databases.stop())
const notes = 150

test('workers continue the job of a server that was killed, one of them each, and store no document twice', {
  skip: 'reason' in databases && databases.reason,
}, async t => {
  if ('reason' in databases) return
  const home = await temporaryHome(t)
  const folder = await writeNotes(home, notes)
  const url = await databases.createStore()
  const ledger = postgresJobLedger({ url, clock: systemClock })
  t.after(() => ledger.close())
  // A job that names a folder of another machine, which nobody has continued for a long time.
  const elsewhere = { instance: 'far', pid: 1, host: 'another-machine' }
  const claim = { owner: elsewhere, at: systemClock.now(), isAbandoned: () => false }
  const far = {
    ...{ id: 'far-job', key: 'far', kind: 'ingest_folder', title: 'Far', collection: 'notes' },
    ...{ isRepeatable: true, origin: { surface: 'rest', isLocal: true }, correlationId: 'c' },
    input: { folder: '/somewhere/else' },
  }
  await ledger.begin(far, claim)
  await ledger.interrupt('far-job', 'far', systemClock.now())
  await databases.run("UPDATE quire.jobs SET heartbeat_at = '2026-01-01T00:00:00Z'", url)

  const flags = ['--root', folder, '--toolsets', 'documents']
  const env = { QUIRE_STORE: url }
  const server = spawnQuire(t, ['serve', '--port', '0', '--json', ...flags], { home, env })
  const [, address = ''] = await server.until(/"url":\s*"([^"]+)"/)
  const asked = fetch(`${address}/api/v1/documents/ingest_folder`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ folder, library: 'notes', max_concurrency: 1 }),
  }).catch(() => null)
  const count = async () =>
    Number((await databases.run('SELECT count(*) AS n FROM quire.documents', url))[0]?.n ?? 0)
  while ((await count()) === 0) assert.equal(server.child.exitCode, null, server.stderr())
  server.child.kill('SIGKILL')
  await server.ended
  await asked
  const before = await count()
  assert.ok(before < notes, `${before} documents were stored before the server was killed`)

  for (const _ of [1, 2]) spawnQuire(t, ['worker', ...flags], { home, env })
  const jobOf = async (): Promise<JobSummary> => {
    const jobs = await ledger.list({ states: null, limit: 10 })
    return jobs.find(job => job.kind === 'ingest_folder' && job.id !== 'far-job') ?? assert.fail('no job')
  }
  let job = await jobOf()
  while (job.state === 'running' || job.state === 'interrupted') job = await jobOf()
  assert.deepEqual([job.state, job.attempt], ['done', 2])
  assert.deepEqual(job.counts, { ...job.counts, failed: 0, replaced: 0 })
  assert.equal(job.counts.created + job.counts.skipped, notes)
  const sources = await databases.run(
    'SELECT source, count(*) AS n FROM quire.documents GROUP BY source',
    url,
  )
  assert.equal(sources.length, notes)
  assert.ok(sources.every(({ n }) => Number(n) === 1))
  assert.deepEqual((await ledger.get('far-job'))?.owner, elsewhere)
})
