import assert from 'node:assert/strict'
import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Cli, openCli } from './run-cli.ts'

async function openWithNotes(t: Parameters<typeof openCli>[0]): Promise<Cli & { notes: string }> {
  const cli = await openCli(t)
  await mkdir(join(cli.folder, 'notes/deep'), { recursive: true })
  const notes = await realpath(join(cli.folder, 'notes'))
  await writeFile(join(notes, 'tides.md'), '# Tides\n\nThe spring tide meets the neap tide.')
  await writeFile(join(notes, 'deep/lamps.md'), '# Lamps\n\nA lamp needs oil and a wick.')
  return { ...cli, notes }
}

test('quire watch --once takes in what happened, line by line, and says the sum', async t => {
  const { run, notes } = await openWithNotes(t)
  const first = await run('watch', 'notes', '--library', 'sea', '--once')
  assert.deepEqual(
    [first.exitCode, first.stdout],
    [0, 'added       deep/lamps.md  1 chunk\nadded       tides.md  1 chunk\n2 added\n'],
  )
  await rename(join(notes, 'tides.md'), join(notes, 'ebb.md'))
  await writeFile(join(notes, 'empty.md'), '?!')
  const second = await run('watch', 'notes', '--library', 'sea', '--once')
  assert.equal(second.exitCode, 1)
  assert.match(second.stdout, /^moved {7}ebb\.md ← tides\.md {2}1 chunk\nfailed {6}empty\.md\n {12}No text /)
  assert.match(second.stdout, /1 moved, 1 unchanged, 1 failed\n$/)
})

test('quire watch --once --no-recursive --metadata keeps to the folder itself and stores the given metadata', async t => {
  const { run, json } = await openWithNotes(t)
  const lines = (
    await run('watch', 'notes', '--once', '--no-recursive', '--metadata', 'shelf=3', '--json')
  ).stdout.trimEnd()
  const events = lines.split('\n').map(line => JSON.parse(line))
  assert.deepEqual(
    events.map(({ event, file }) => [event, file]),
    [
      ['added', 'tides.md'],
      ['level', undefined],
    ],
  )
  assert.equal(events[1].added, 1)
  const { documents } = (await json('list')) as { documents: { metadata: object; library: string }[] }
  assert.deepEqual(
    documents.map(({ metadata, library }) => [metadata, library]),
    [[{ shelf: 3 }, 'default']],
  )
})

test('quire watch refuses a file, a folder that is not there, a project and times that are none', async t => {
  const { run } = await openWithNotes(t)
  await run('project', 'add', 'thesis')
  assert.equal((await run('watch', 'notes/tides.md')).exitCode, 2)
  assert.equal((await run('watch', 'nowhere')).exitCode, 4)
  assert.match((await run('watch', 'notes', '--library', 'thesis')).stderr, /belongs to a project/)
  assert.match((await run('watch', 'notes', '--debounce', '0')).stderr, /--debounce must be at least 1/)
})

test('quire refresh prints what became of each document, and fails where something did', async t => {
  const { run, notes } = await openWithNotes(t)
  assert.equal((await run('refresh', 'notes')).exitCode, 4)
  await run('watch', 'notes', '--library', 'sea', '--once')
  await writeFile(join(notes, 'tides.md'), '# Tides\n\nThe tide turned.')
  await rm(join(notes, 'deep/lamps.md'))
  const dry = await run('refresh', 'sea', '--dry-run')
  const real = await run('refresh', 'sea')
  assert.match(dry.stdout, /\nWould be: 1 changed, 1 removed\n$/)
  assert.deepEqual(
    [real.exitCode, real.stdout],
    [0, `removed     ${notes}/deep/lamps.md\nchanged     ${notes}/tides.md  1 chunk\n1 changed, 1 removed\n`],
  )
  await rename(notes, `${notes}-away`)
  const away = await run('refresh', 'notes')
  assert.equal(away.exitCode, 1)
  assert.match(away.stdout, /the document is kept\.\n1 unreachable\n$/)
})

test('quire refresh zotero:… asks for the project, and has no dry run', async t => {
  const { run } = await openCli(t)
  assert.match((await run('refresh', 'zotero:Thesis')).stderr, /--library is missing: which project/)
  assert.match((await run('refresh', 'zotero:Thesis', '--dry-run')).stderr, /has no dry run/)
  assert.match(
    (await run('refresh', 'zotero:Thesis', '--library', 'thesis')).stderr,
    /no project|not found|There is no/i,
  )
})
