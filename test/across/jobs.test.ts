import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openWorld, surfacesUnderTest, type Value, type World } from '../contract/world.ts'
import { auditedRuns } from '../support/contract-store.ts'

/** The error envelope of a failed call, without what a surface adds. */
async function failing(world: World, tool: string, input: object): Promise<Value> {
  const answer = await world.call(tool, input).catch((error: Error) => error)
  if (!(answer instanceof Error)) return answer
  return JSON.parse(answer.message.slice(answer.message.indexOf('{')))
}

async function writeFolder(world: World, name: string, count: number): Promise<string> {
  const folder = join(world.folder, name)
  await mkdir(folder)
  for (let index = 0; index < count; index++)
    await writeFile(join(folder, `${index}.md`), `Note ${index} of ${name}.`)
  await writeFile(join(folder, 'empty.md'), '?!')
  return folder
}

for (const surface of surfacesUnderTest)
  describe(`jobs over ${surface}`, () => {
    let world: World
    before(async () => {
      world = await openWorld(surface)
    })
    after(() => world.close())

    test('S-JOB-5 jobs are listed newest first, with state, progress and counts, and shown in pages', async () => {
      assert.deepEqual(await world.call('list_jobs', {}), { jobs: [], count: 0 })
      const first = await writeFolder(world, 'first', 3)
      const second = await writeFolder(world, 'second', 1)
      const answer = await world.call('ingest_folder', { folder: first })
      await world.call('ingest_folder', { folder: second })
      const { jobs, count } = await world.call('list_jobs', {})
      assert.equal(count, 2)
      assert.deepEqual(
        jobs.map((job: Value) => job.title),
        [`Ingest ${second}`, `Ingest ${first}`],
      )
      const { job_id, state, tool, collection, progress, counts, error, finished_at } = jobs[1]
      assert.deepEqual([state, tool, collection, error], ['done', 'ingest_folder', 'default', null])
      assert.deepEqual(counts, { created: 3, replaced: 0, skipped: 0, failed: 1 })
      assert.deepEqual([progress.done, progress.total], [4, 4])
      assert.match(finished_at, /^\d{4}-\d\d-\d\dT/)

      const page = await world.call('get_job', { job_id, limit: 2, offset: 1, include_result: true })
      assert.deepEqual([page.items.length, page.items_total, page.input.folder], [2, 4, first])
      assert.deepEqual(page.result, answer)
      const whole = await world.call('get_job', { job_id })
      const empty = whole.items.find((item: Value) => item.name === 'empty.md')
      assert.deepEqual([empty.outcome, empty.doc_id], ['failed', null])
      assert.match(empty.message, /^Ingestion failed: /)
      assert.equal(whole.result, undefined)
    })

    test('S-JOB-5 jobs can be asked for by state', async () => {
      assert.equal((await world.call('list_jobs', { states: ['done'], limit: 1 })).count, 1)
      assert.equal((await world.call('list_jobs', { states: ['failed', 'running'] })).count, 0)
    })

    test('S-JOB-3 cancelling what has ended changes nothing, and says so', async () => {
      const [{ job_id }] = (await world.call('list_jobs', {})).jobs
      for (let round = 0; round < 2; round++) {
        const answer = await world.call('cancel_job', { job_id })
        assert.equal(answer.state, 'done')
        assert.match(answer.message, /already ended \(done\)/)
      }
    })

    test('S-JOB-6 a job that is not there is 404 in the envelope of this contract', async () => {
      for (const tool of ['get_job', 'cancel_job']) {
        const { error } = await failing(world, tool, { job_id: 'none' })
        assert.deepEqual([error.code, error.status_code], ['HTTP_ERROR', 404])
        assert.equal(error.message, 'There is no job "none".')
        assert.deepEqual([error.details.reason, error.details.job_id], ['JOB_NOT_FOUND', 'none'])
      }
    })

    test('S-AUDIT-1 each run of ingest_folder left its audit', async () => {
      const { jobs } = await world.call('list_jobs', {})
      const runs = jobs.map((job: Value) => job.correlation_id)
      assert.deepEqual((await auditedRuns(world.wired.config.values)).toSorted(), runs.toSorted())
    })
  })

test('S-JOB-6 failures have the codes of the contract', async () => {
  const { errorEnvelope } = await import('../../src/core/contract/error-envelope.ts')
  const { Failure } = await import('../../src/core/model/failure.ts')
  const codeOf = (...given: ConstructorParameters<typeof Failure>): Value =>
    errorEnvelope(new Failure(...given))
  assert.equal(codeOf('invalid', 'INVALID_INPUT', 'x').error.code, 'VALIDATION_ERROR')
  assert.equal(codeOf('unavailable', 'STORE_BUSY', 'x').error.code, 'DATABASE_ERROR')
  assert.equal(codeOf('unsupported', 'X', 'x').error.code, 'NOT_IMPLEMENTED')
  assert.equal(codeOf('internal', 'INTERNAL_ERROR', 'x').error.code, 'INTERNAL_ERROR')
  assert.equal(codeOf('timeout', 'TIMEOUT', 'x').error.status_code, 504)
  assert.equal(codeOf('not_found', 'X', 'x', { hint: 'Do y.' }).error.details.hint, 'Do y.')
})
