import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { platform } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Cli, openCli } from './run-cli.ts'

async function openWithLibrary(t: Parameters<typeof openCli>[0]): Promise<Cli> {
  const cli = await openCli(t)
  for (const [name, text] of [
    [
      'tides.md',
      '# Tides\n\nThe spring tide meets the neap tide.\n\n## Harbour\n\nSamples were drawn hourly.',
    ],
    ['lamps.md', '# Lamps\n\nA lamp needs oil and a wick.'],
  ] as const)
    await writeFile(join(cli.folder, name), text)
  await cli.run('ingest', 'tides.md', 'lamps.md', '--library', 'sea', '--metadata', 'shelf=3')
  return cli
}

type Passages = { results: { doc_id: string; chunk_id: string; content: string; metadata: object }[] }

async function search(cli: Cli, ...argv: string[]): Promise<Passages['results']> {
  return ((await cli.json('search', 'hourly samples of the tide', ...argv)) as Passages).results
}

test('a library that was exported and imported answers as it did, under the same ids', async t => {
  const cli = await openWithLibrary(t)
  const exported = (await cli.json('export', 'sea', 'sea.quire')) as Record<string, unknown>
  assert.equal(exported.documents, 2)
  const elsewhere = ['--home', join(cli.folder, 'elsewhere')]
  const imported = await cli.json('import', 'sea.quire', ...elsewhere)
  assert.deepEqual(imported, { library: 'sea', imported: 2, skipped: 0, chunks: 2, embedded: 0 })
  assert.deepEqual(await search(cli, ...elsewhere), await search(cli))
  assert.deepEqual(await cli.json('list', 'sea', ...elsewhere), await cli.json('list', 'sea'))
})

test('importing again skips what is there', async t => {
  const cli = await openWithLibrary(t)
  await cli.run('export', 'sea', 'sea.quire')
  assert.deepEqual(await cli.json('import', 'sea.quire'), {
    library: 'sea',
    imported: 0,
    skipped: 2,
    chunks: 0,
    embedded: 0,
  })
})

test('without vectors the same passages are embedded again', async t => {
  const cli = await openWithLibrary(t)
  await cli.run('export', 'sea', 'sea.quire', '--no-vectors')
  const elsewhere = ['--home', join(cli.folder, 'elsewhere')]
  const { embedded } = (await cli.json('import', 'sea.quire', ...elsewhere)) as { embedded: number }
  assert.equal(embedded, 2)
  assert.deepEqual(await search(cli, ...elsewhere), await search(cli))
})

test('with another model documents keep their ids and are embedded again', async t => {
  const cli = await openWithLibrary(t)
  await cli.run('export', 'sea', 'sea.quire')
  const elsewhere = ['--home', join(cli.folder, 'elsewhere'), '--embedder', 'hash:32']
  const { embedded } = (await cli.json('import', 'sea.quire', ...elsewhere)) as { embedded: number }
  assert.equal(embedded, 2)
  const ids = async (...argv: string[]) => (await search(cli, ...argv)).map(passage => passage.doc_id).sort()
  assert.deepEqual(await ids(...elsewhere), await ids())
})

test('under another name a library is a second one, with ids of its own', async t => {
  const cli = await openWithLibrary(t)
  await cli.run('export', 'sea', 'sea.quire')
  const report = await cli.json('import', 'sea.quire', '--library', 'lake')
  assert.deepEqual(report, { library: 'lake', imported: 2, skipped: 0, chunks: 2, embedded: 0 })
  const [sea, lake] = await Promise.all([search(cli, '--library', 'sea'), search(cli, '--library', 'lake')])
  assert.deepEqual(
    lake.map(passage => passage.content),
    sea.map(passage => passage.content),
  )
  assert.notEqual(lake[0]?.doc_id, sea[0]?.doc_id)
})

async function openWithProject(t: Parameters<typeof openCli>[0]): Promise<Cli> {
  const cli = await openWithLibrary(t)
  await writeFile(join(cli.folder, 'refs.bib'), '@book{lamp, title={Lamps}, author={A. Wick}, year={1900}}')
  await cli.run('project', 'add', 'thesis', '--references', 'refs.bib', '--top-k', '9')
  await cli.run('ingest', 'tides.md', '--project', 'thesis')
  await cli.run('export', '--project', 'thesis', 'thesis.quire')
  return cli
}

test('a project is restored as a project with its settings', async t => {
  const cli = await openWithProject(t)
  const elsewhere = ['--home', join(cli.folder, 'elsewhere')]
  const { stdout } = await cli.run('import', 'thesis.quire', ...elsewhere)
  assert.match(stdout, /^imported {2}1 of 1 documents → project thesis /)
  const settings = async (...argv: string[]) => {
    const { created_at: _, ...kept } = (await cli.json('project', 'show', 'thesis', ...argv)) as {
      created_at: string
    }
    return kept
  }
  assert.deepEqual(await settings(...elsewhere), await settings())
  assert.deepEqual(
    await search(cli, '--project', 'thesis', ...elsewhere),
    await search(cli, '--project', 'thesis'),
  )
})

test('a project that is imported under another name becomes a library, and the project stays what it was', async t => {
  const cli = await openWithProject(t)
  const before = await cli.json('list', '--project', 'thesis')
  const { stdout } = await cli.run('import', 'thesis.quire', '--library', 'copy')
  assert.match(stdout, /→ library copy /)
  assert.deepEqual(await cli.json('list', '--project', 'thesis'), before)
  const { libraries, projects } = (await cli.json('libraries')) as {
    libraries: { library: string }[]
    projects: { project: string }[]
  }
  assert.deepEqual(
    libraries.map(row => row.library),
    ['copy', 'sea'],
  )
  assert.deepEqual(
    projects.map(row => row.project),
    ['thesis'],
  )
  assert.match((await search(cli, '--library', 'copy'))[0]?.content ?? '', /spring tide/)
})

test('a file cannot take the id of a project that is there', async t => {
  const cli = await openWithProject(t)
  const lines = gunzipSync(await readFile(join(cli.folder, 'thesis.quire')))
    .toString()
    .trimEnd()
    .replaceAll('proj-thesis', 'aaa')
    .split('\n')
  const hash = createHash('sha256')
  for (const line of lines.slice(0, -1)) hash.update(`${line}\n`)
  const end = { ...JSON.parse(lines.at(-1) ?? ''), sha256: hash.digest('hex') }
  await writeFile(
    join(cli.folder, 'foreign.quire'),
    gzipSync([...lines.slice(0, -1), JSON.stringify(end)].join('\n')),
  )
  const before = await cli.json('project', 'list')
  const { exitCode, stderr } = await cli.run('import', 'foreign.quire')
  assert.equal(exitCode, 5, stderr)
  assert.match(stderr, /Project 'thesis' already exists.*\nhint: .*--library NAME/)
  assert.deepEqual(await cli.json('project', 'list'), before)
})

test('a file that was changed, cut short or is something else is refused, and nothing is imported', async t => {
  const cli = await openWithLibrary(t)
  await cli.run('export', 'sea', 'sea.quire')
  const bytes = await readFile(join(cli.folder, 'sea.quire'))
  const lines = gunzipSync(bytes).toString().trimEnd().split('\n')
  const broken: [string, Uint8Array, RegExp][] = [
    ['changed', gzipSync(lines.join('\n').replace('spring tide', 'autumn tide')), /checksum/],
    ['headless', gzipSync(lines.slice(1).join('\n')), /its first line is not the header/],
    ['endless', gzipSync(lines.slice(0, -1).join('\n')), /its end is missing/],
    ['truncated', bytes.subarray(0, bytes.length - 40), /damaged/],
    ['foreign', Buffer.from('hello'), /damaged/],
    ['empty', gzipSync(''), /it is empty/],
    ['newer', gzipSync(lines.join('\n').replace('"version":1', '"version":9')), /version 9/],
  ]
  const elsewhere = ['--home', join(cli.folder, 'elsewhere')]
  for (const [name, content, message] of broken) {
    await writeFile(join(cli.folder, `${name}.quire`), content)
    const { exitCode, stderr } = await cli.run('import', `${name}.quire`, ...elsewhere)
    assert.equal(exitCode, 2, name)
    assert.match(stderr, message, name)
  }
  assert.deepEqual(await cli.json('libraries', ...elsewhere), { libraries: [], projects: [] })
})

test('an export replaces a file only when asked to, and a failed one leaves none behind', async t => {
  const cli = await openWithLibrary(t)
  await cli.run('export', 'sea', 'sea.quire')
  const again = await cli.run('export', 'sea', 'sea.quire')
  assert.equal(again.exitCode, 5)
  assert.match(again.stderr, /already exists\.\nhint: .*--force/)
  assert.equal((await cli.run('export', 'sea', 'sea.quire', '--force')).exitCode, 0)
  assert.equal((await cli.run('export', 'nowhere', 'nowhere.quire')).exitCode, 4)
  await assert.rejects(stat(join(cli.folder, 'nowhere.quire')))
  await assert.rejects(stat(join(cli.folder, 'nowhere.quire.partial')))
})

test('a full disk is said to be full', {
  skip: platform() === 'linux' ? false : 'needs /dev/full',
}, async t => {
  const cli = await openWithLibrary(t)
  await symlink('/dev/full', join(cli.folder, 'sea.quire.partial'))
  const { exitCode, stderr } = await cli.run('export', 'sea', 'sea.quire')
  assert.equal(exitCode, 6)
  assert.match(stderr, /sea\.quire cannot be written: the disk is full\.\nhint: {2}Free some space/)
  await assert.rejects(stat(join(cli.folder, 'sea.quire')))
})
