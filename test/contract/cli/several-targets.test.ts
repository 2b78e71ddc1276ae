import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Cli, openCli } from './run-cli.ts'

type Answer = Record<string, unknown>

async function writeSpeech(cli: Cli, name: string, text: string): Promise<void> {
  const speech = { speaker: 'Ada Gray', party: 'Independent', date: '2024-03-05', title: name, text }
  await writeFile(join(cli.folder, name), JSON.stringify([speech]))
}

test('quire hansard import answers one JSON document: a list for several files, in their order', async t => {
  const cli = await openCli(t)
  await writeSpeech(cli, 'one.json', 'The tide tables are to be printed again.')
  await writeSpeech(cli, 'two.json', 'The lighthouse needs a keeper.')
  const argv = ['hansard', 'import', 'one.json', 'missing.json', 'two.json', '--json']
  const { exitCode, stdout, stderr } = await cli.run(...argv)
  const [one, missing, two] = JSON.parse(stdout) as [Answer, unknown, Answer]
  assert.deepEqual([one.status, one.created], ['done', 1])
  assert.match(String(missing), /missing\.json/)
  assert.deepEqual([two.status, two.created], ['done', 1])
  assert.equal(exitCode, 4)
  assert.match(stderr, /missing\.json/)
})

test('quire hansard import answers the bare report for one file', async t => {
  const cli = await openCli(t)
  await writeSpeech(cli, 'one.json', 'The tide tables are to be printed again.')
  const report = (await cli.json('hansard', 'import', 'one.json')) as Answer
  assert.deepEqual([report.status, report.created, report.failed], ['done', 1, 0])
})

test('quire ingest answers one JSON document as well, and goes on after a target that fails', async t => {
  const cli = await openCli(t)
  for (const name of ['a.md', 'b.md']) await writeFile(join(cli.folder, name), `# ${name}\n\nalpha`)
  const { exitCode, stdout } = await cli.run('ingest', 'a.md', 'missing.md', 'b.md', '--json')
  const answers = JSON.parse(stdout) as Answer[]
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['indexed', 'error', 'indexed'],
  )
  assert.equal(exitCode, 4)
})

test('several targets are reported one by one to a person', async t => {
  const cli = await openCli(t)
  for (const name of ['a.md', 'b.md']) await writeFile(join(cli.folder, name), `# ${name}\n\nalpha`)
  const { stdout } = await cli.run('ingest', 'a.md', 'b.md')
  assert.match(stdout, /^indexed .*a\.md[^\n]*\nindexed .*b\.md/)
})
