import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openCli } from '../contract/cli/run-cli.ts'
import type { Value } from '../contract/world.ts'

/** A home with an ingested folder; one of its files has no text. */
async function openUsed(t: TestContext) {
  const cli = await openCli(t)
  await mkdir(join(cli.folder, 'notes'))
  for (const name of ['a', 'b', 'c'])
    await writeFile(join(cli.folder, 'notes', `${name}.md`), `Note ${name}.`)
  await writeFile(join(cli.folder, 'notes', 'empty.md'), '?!')
  await cli.run('ingest', 'notes', '--library', 'papers')
  const { jobs } = (await cli.json('jobs')) as Value
  return { cli, id: String(jobs[0].job_id) }
}

test('S-JOB-5 quire jobs is a table; without jobs it says what one is', async t => {
  const empty = await openCli(t)
  const { stdout, stderr, exitCode } = await empty.run('jobs')
  assert.deepEqual([stdout, exitCode], ['', 0])
  assert.match(stderr, /No jobs/)
  const { cli, id } = await openUsed(t)
  const listed = await cli.run('jobs')
  assert.match(listed.stdout, /^ID +STATE +DONE +FAILED +STARTED +WHAT +LIBRARY$/m)
  assert.match(listed.stdout, new RegExp(`^${id.slice(0, 8)} +done +4/4 +1 +.*Ingest .*notes +papers$`, 'm'))
  assert.equal(((await cli.json('jobs', '--states', 'running', '--limit', '5')) as Value).count, 0)
  assert.equal((await cli.run('jobs', '--states', 'lost')).exitCode, 2)
})

test('S-JOB-5 quire jobs show takes the beginning of an id and shows every document', async t => {
  const { cli, id } = await openUsed(t)
  const { stdout } = await cli.run('jobs', 'show', id.slice(0, 6))
  assert.match(stdout, /^done {2}Ingest /)
  assert.match(stdout, new RegExp(`^${id} {2}4/4, 3 created, 1 failed, started `, 'm'))
  assert.match(stdout, /^created {3}a\.md$/m)
  assert.match(stdout, /^failed {4}empty\.md\n {10}Ingestion failed: /m)
  const paged = await cli.run('jobs', 'show', id, '--limit', '1')
  assert.match(paged.stderr, /3 more items/)
})

test('S-JOB-3 quire jobs cancel says what had been done; watch shows the end and its exit code', async t => {
  const { cli, id } = await openUsed(t)
  const cancelled = await cli.run('jobs', 'cancel', id)
  assert.equal(cancelled.exitCode, 0)
  assert.match(cancelled.stdout, /The job had already ended \(done\); nothing was changed\./)
  const watched = await cli.run('jobs', 'watch', id)
  assert.equal(watched.exitCode, 0)
  assert.match(watched.stdout, /^done {2}Ingest /)
  const { stdout } = await cli.run('jobs', 'watch', id, '--json')
  assert.equal(JSON.parse(stdout).state, 'done')
})

test('an id that fits no job is not found; one that fits several is not clear enough', async t => {
  const { cli } = await openUsed(t)
  for (const word of ['show', 'cancel', 'watch']) {
    const { exitCode, stderr } = await cli.run('jobs', word, 'zzz')
    assert.equal(exitCode, 4)
    assert.match(stderr, /There is no job "zzz"/)
  }
  await cli.run('ingest', 'notes', '--library', 'other')
  const { exitCode, stderr } = await cli.run('jobs', 'show', '')
  assert.equal(exitCode, 2)
  assert.match(stderr, /2 jobs have ids that start with ""/)
})
