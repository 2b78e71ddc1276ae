import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Cli, openCli } from './run-cli.ts'

async function write(cli: Cli, name: string, text: string): Promise<string> {
  const path = join(cli.folder, name)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, text)
  return path
}

const tides = '# Tides\n\nThe spring tide meets the neap tide.\n'

test('a file goes in, is found, listed, shown and deleted', async t => {
  const cli = await openCli(t)
  const path = await write(cli, 'tides.md', tides)
  assert.match(
    (await cli.run('ingest', 'tides.md', '--library', 'sea')).stdout,
    /^indexed {2}.*tides\.md {2}→ sea, 1 chunk/,
  )
  assert.match((await cli.run('ingest', path, '--library', 'sea')).stdout, /^skipped/)

  const found = await cli.run('search', 'spring tide')
  assert.equal(found.exitCode, 0)
  assert.match(found.stdout, /^1\. Tides {2}relevance \d+ %\n {3}.*library sea\n {3}The spring tide/)
  assert.match((await cli.run('list')).stdout, /^Tides +sea +md +1 /m)
  assert.match((await cli.run('libraries')).stdout, /^sea +library +1 +1 +hash/m)

  const listed = (await cli.json('list')) as { documents: { doc_id: string }[] }
  const id = listed.documents[0]?.doc_id ?? ''
  assert.equal((await cli.run('show', id)).stdout, tides)
  assert.match((await cli.run('delete', id)).stdout, /^deleted/)
  assert.match((await cli.run('delete', id)).stdout, /There was no document/)
})

test('a folder goes in with an outcome per file; unchanged files are skipped', async t => {
  const cli = await openCli(t)
  await write(cli, 'notes/a.md', '# A\n\nalpha')
  await write(cli, 'notes/deep/b.md', '# B\n\nbeta')
  const first = (await cli.json('ingest', 'notes')) as Record<string, unknown>
  assert.deepEqual([first.total_files, first.indexed, first.failed], [2, 2, 0])
  const flat = (await cli.json('ingest', 'notes', '--no-recursive')) as Record<string, unknown>
  assert.deepEqual([flat.total_files, flat.skipped], [1, 1])
  const dry = await cli.run('ingest', 'notes', '--dry-run')
  assert.match(dry.stdout, /2 files would be read/)
})

test('piped text goes in under its label, with metadata in either form', async t => {
  const cli = await openCli(t)
  const given = { stdin: '# Note\n\nremember the milk' }
  const argv = [
    'ingest',
    '-',
    '--source',
    'notes/today.md',
    '--metadata',
    'author=Ada',
    '--metadata',
    '{"year":1843}',
  ]
  assert.equal((await cli.runWith(given, ...argv)).exitCode, 0)
  const { results } = (await cli.json('search', 'milk')) as { results: Record<string, unknown>[] }
  assert.equal(results[0]?.source, 'notes/today.md')
  assert.deepEqual(results[0]?.metadata, { author: 'Ada', year: 1843 })
})

test('a flag that a target cannot use is refused before anything is read', async t => {
  const cli = await openCli(t)
  await write(cli, 'tides.md', tides)
  const { exitCode, stderr } = await cli.run('ingest', 'tides.md', '--dry-run')
  assert.equal(exitCode, 2)
  assert.match(stderr, /--dry-run does not apply to tides\.md\.\nhint: {2}It is for a folder\./)
})

test('--json prints exactly what the tool answers, under either name', async t => {
  const cli = await openCli(t)
  await write(cli, 'tides.md', tides)
  await cli.run('ingest', 'tides.md')
  assert.deepEqual(await cli.json('search', 'tide'), await cli.json('documents', 'search', '--query', 'tide'))
  assert.deepEqual(await cli.json('list'), await cli.json('documents', 'list-documents'))
})

test('failures go to stderr with a hint, and their kind decides the exit code', async t => {
  const cli = await openCli(t)
  const cases: [string[], number, RegExp][] = [
    [['show', 'no-such-id'], 4, /^error: Document not found: no-such-id\nhint: /],
    [['search', 'x', '--top-k', '500'], 2, /--top-k must be between 1 and 100/],
    [['list', 'nowhere'], 4, /There is no library "nowhere"/],
    [['ingest', 'missing.md'], 4, /missing\.md/],
    [['search'], 2, /quire search needs <query>/],
    [['libraries', '--store', 'oracle:x'], 2, /There is no store of the kind "oracle"/],
  ]
  for (const [argv, exitCode, message] of cases) {
    const run = await cli.run(...argv)
    assert.equal(run.exitCode, exitCode, argv.join(' '))
    assert.equal(run.stdout, '', argv.join(' '))
    assert.match(run.stderr, message)
  }
})

test('with --json a failure is also answered in the words of the contract', async t => {
  const cli = await openCli(t)
  const run = await cli.run('show', 'no-such-id', '--json')
  assert.equal(run.exitCode, 4)
  const { status, error } = JSON.parse(run.stdout)
  assert.equal(status, 'error')
  assert.match(error, /Document not found: no-such-id/)
})

test('a cancelled command exits with 130', async t => {
  const cli = await openCli(t)
  await write(cli, 'tides.md', tides)
  const run = await cli.runWith({ signal: AbortSignal.abort() }, 'ingest', 'tides.md')
  assert.equal(run.exitCode, 130)
})

test('the default library can be set', async t => {
  const cli = await openCli(t)
  await write(cli, 'tides.md', tides)
  await cli.runWith({ env: { DEFAULT_LIBRARY: 'main' } }, 'ingest', 'tides.md')
  const { libraries } = (await cli.json('libraries')) as { libraries: { library: string }[] }
  assert.deepEqual(
    libraries.map(({ library }) => library),
    ['main'],
  )
})

test('a warning about a setting does not get in the way of the answer', async t => {
  const cli = await openCli(t)
  const run = await cli.runWith({ env: { QUIRE_PROT: '1' } }, 'libraries', '--json')
  assert.deepEqual(JSON.parse(run.stdout), { libraries: [], projects: [] })
  assert.match(run.stderr, /warning: The environment has an unknown setting QUIRE_PROT/)
})

test('doctor finds everything well in a new home, and says what is not', async t => {
  const cli = await openCli(t)
  const well = (await cli.json('doctor')) as { ok: boolean; checks: { name: string; state: string }[] }
  assert.equal(well.ok, true)
  assert.deepEqual(
    new Set(well.checks.map(check => check.name)),
    new Set([
      'node',
      'settings',
      'deployment',
      'home',
      'disk space',
      'store',
      'kept files',
      'vectors',
      'model',
      'embedding',
      'reranking',
      'isolation',
      'ocr',
      'libreoffice',
      'chromium',
      'git',
    ]),
  )

  await writeFile(join(cli.home, 'quire.toml'), '[http]\ntoken = "hush"\n')
  await writeFile(join(cli.folder, 'quire.toml'), '[convert]\ntesseract = "./ocr"\n')
  const warned = await cli.run('doctor')
  assert.equal(warned.exitCode, 0)
  assert.match(
    warned.stdout,
    /^warn {2}settings +http\.token is a secret, but it is stored in a file: .*quire\.toml\.\n +→ .*QUIRE_HTTP_TOKEN/m,
  )
  assert.match(warned.stdout, /^warn {2}settings +.*Ignored: convert\.tesseract\..* run: quire trust /m)

  const blocked = await write(cli, 'file', 'not a folder')
  const ill = await cli.run('doctor', '--home', blocked)
  assert.equal(ill.exitCode, 1)
  assert.match(ill.stdout, /^fail {2}home/m)
})
