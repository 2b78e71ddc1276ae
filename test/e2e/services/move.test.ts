import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { openStore } from '../../../src/adapters/stores/index.ts'
import { runProgram } from '../../../src/app/run-program.ts'
import type { Host } from '../../../src/core/feature.ts'
import { collection, never, stillClock, write } from '../../conformance/store-fixtures.ts'
import { openWorld, testProcess } from '../../contract/world.ts'
import { type PostgresDatabases, postgresDatabases } from '../../support/postgres-databases.ts'
import { servicesOf } from '../../support/services-of.ts'
import { spawnQuire } from '../cli/spawn-quire.ts'

type FactBuilder = {
  build(request: { collections: null }, context: { signal: AbortSignal; progress(): void }): Promise<unknown>
}

const databases = await postgresDatabases()
const samples = join(import.meta.dirname, '../../../samples')

if ('reason' in databases) test('moving between stores', { skip: databases.reason }, () => {})
else testMoving(databases)

function testMoving(databases: PostgresDatabases): void {
  let folder: string

  describe('moving between stores', () => {
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'quire-move-'))
    })
    after(async () => {
      await rm(folder, { recursive: true, force: true })
      await databases.stop()
    })

    test('everything moves to PostgreSQL and back: equal exports, facts, graphs, trash, tokens and files', async () => {
      const [home, back] = [join(folder, 'home'), join(folder, 'back')]
      await fill(home)
      const server = ['--store', await databases.createStore()]
      const there = await run(['move', '--from', 'sqlite', '--to', server[1] ?? '', '--home', home, '--json'])
      assert.equal(there.code, 0, there.text)
      const report = JSON.parse(there.output)
      assert.ok(report.documents >= 8 && report.facts > 0, there.text)
      assert.deepEqual(
        [report.copied, report.trash, report.tokens, report.repositories, report.searches.equal],
        [report.documents, 1, 1, 1, report.searches.asked],
      )
      assert.ok(!there.text.includes(':postgres'), 'no password is printed')
      const returned = await run(['move', '--from', server[1] ?? '', '--to', 'sqlite', '--home', back])
      assert.equal(returned.code, 0, returned.text)

      const original = await describeAll(['--home', home])
      // Another home: what belongs to the documents must have come from the database.
      assert.deepEqual(await describeAll(['--home', join(folder, 'empty'), ...server]), original)
      assert.deepEqual(await describeAll(['--home', back]), original)
      const kept = await readdir(join(home, 'originals'), { recursive: true })
      assert.deepEqual(
        (await readdir(join(back, 'originals'), { recursive: true })).toSorted(),
        kept.toSorted(),
      )
    })

    test('a move that is killed is continued by the next one, and no document is stored twice', async t => {
      const home = join(folder, 'killed')
      const from = `sqlite:${join(home, 'quire.db')}`
      await writeMany(from, 400)
      const url = await databases.createStore()
      const command = ['move', '--from', 'sqlite', '--to', 'env:TARGET', '--json']
      const options = { home, env: { TARGET: url } }
      const first = spawnQuire(t, command, options)
      const count = async () =>
        Number((await databases.run('SELECT documents FROM quire.collections', url))[0]?.documents ?? 0)
      while ((await count()) === 0) assert.equal(first.child.exitCode, null, first.stderr())
      // Its next batch waits for this lock, so that it is killed before the end.
      const holder = new pg.Client(url)
      await holder.connect()
      await holder.query('BEGIN; SELECT 1 FROM quire.collections FOR UPDATE')
      first.child.kill('SIGKILL')
      await first.ended
      await holder.end()
      const before = await count()
      assert.ok(before > 0 && before < 400, `${before} documents`)

      const second = spawnQuire(t, command, options)
      const { exitCode } = await second.ended
      assert.equal(exitCode, 0, second.stderr())
      const report = JSON.parse(second.stdout())
      assert.deepEqual([report.documents, report.copied], [400, 400 - before])
      assert.equal(await count(), 400)
      const store = await openStore(url, { clock: stillClock })
      assert.deepEqual(await store.check(never), { ok: true, problems: [] })
      await store.close()

      // What was changed there since is not overwritten.
      await databases.run("UPDATE quire.documents SET title = 'Changed' WHERE source = 'note-7'", url)
      const third = await run(['move', '--from', from, '--to', url, '--home', home])
      assert.match(third.text, /note-7.* differs from the source/)
      assert.notEqual(third.code, 0)
    })

    test('a store that has another library of the same name is left as it is', async () => {
      const [one, other] = ['one', 'other'].map(name => `sqlite:${join(folder, name, 'quire.db')}`)
      for (const [index, url] of [one, other].entries()) {
        const store = await openStore(url ?? '', { clock: stillClock })
        await store.ensureCollection(collection('notes', { createdAt: `2026-01-0${index + 1}T00:00:00Z` }))
        await store.close()
      }
      const { code, text } = await run(['move', '--from', one ?? '', '--to', other ?? '', '--home', folder])
      assert.match(text, /already has another library "notes"/)
      assert.notEqual(code, 0)
    })
  })

  /** Samples with corrections, trash, facts, a token, a code graph and a document without a file. */
  async function fill(home: string): Promise<void> {
    const world = await openWorld('library', {
      home,
      flags: ['--toolsets', 'all', '--graph-facts', '--graph-code'],
    })
    try {
      await cp(samples, join(world.folder, 'samples'), { recursive: true })
      await world.call('ingest_folder', { folder: join(world.folder, 'samples'), library: 'samples' })
      const acme = 'Jane Doe was appointed chief executive of Acme Corporation on 12 June 2014.'
      const content = `# Acme\n\n${acme}`
      const { doc_id } = await world.call('ingest_content', { content, source: 'acme.md', library: 'firms' })
      const { originals, store } = world.wired.parts
      const document = await store.readSummary(doc_id)
      assert.ok(originals && document)
      await originals.keep(document, Buffer.from(content))
      assert.ok(await originals.read(document, document.contentHash), 'the fixture keeps a file')
      await world.call('correct_title', { doc_id, title: 'The corrected title' })
      for (const source of ['gone.md', 'mended.md']) {
        const stored = await world.call('ingest_content', {
          content: `# ${source}`,
          source,
          library: 'firms',
        })
        if (source === 'mended.md')
          await world.call('correct_title', { doc_id: stored.doc_id, title: 'Kept for later' })
        else await world.call('delete_document', { doc_id: stored.doc_id })
      }
      // A search waits only some seconds for facts to be read.
      const { facts } = await servicesOf<Host & { facts: { open(): Promise<FactBuilder> } }>(
        world.wired,
        'facts',
      )
      await (await facts.open()).build({ collections: null }, { signal: never, progress: () => undefined })
      const { count } = await world.call('search_graphiti', { query: 'chief executive of Acme' })
      assert.ok(count > 0)
      const repository = join(world.folder, 'lib')
      await mkdir(repository)
      await writeFile(join(repository, 'a.py'), 'class A:\n    def run(self, x): ...\n')
      await world.call('parse_github_repository', { repo_url: repository })
      await world.wired.engine.vectors.settle(never, () => {})
    } finally {
      await world.close()
    }
    const code = await run(['token', 'add', '--role', 'reader', '--label', 'reading', '--home', home])
    assert.equal(code.code, 0, code.text)
  }

  /** Everything that a user can see, from a store. */
  async function describeAll(flags: string[]): Promise<unknown> {
    const exports: unknown[] = []
    for (const library of ['firms', 'samples']) {
      const file = join(folder, `${library}.quire`)
      const { code, text } = await run(['export', library, file, '--force', ...flags])
      assert.equal(code, 0, text)
      const lines = gunzipSync(await readFile(file))
        .toString()
        .trimEnd()
        .split('\n')
      // The time of the export, and the hash over it.
      const { exported_at: _, ...header } = JSON.parse(lines[0] ?? '')
      exports.push(header, lines.slice(1, -1).join('\n'))
    }
    const printed: unknown[] = []
    for (const words of [
      ['token', 'list'],
      ['trash'],
      ['graph', 'search-graphiti', 'chief executive of Acme', '--graph-facts'],
    ])
      printed.push((await run([...words, ...flags, '--json'])).output)
    return { exports, printed }
  }

  async function run(argv: string[]): Promise<{ code: number; output: string; text: string }> {
    const [output, notes]: string[][] = [[], []]
    const world = testProcess(folder, [...argv, '--embedder', 'hash'], {
      onOutput: line => void output?.push(line),
      onNote: line => void notes?.push(line),
    })
    const code = await runProgram(world)
    return { code, output: (output ?? []).join(''), text: [...(output ?? []), ...(notes ?? [])].join('') }
  }
}

async function writeMany(url: string, documents: number): Promise<void> {
  const store = await openStore(url, { clock: stillClock })
  await store.ensureCollection(collection('notes'))
  const writes = Array.from({ length: documents }, (_, number) =>
    write({
      collection: 'notes',
      source: `note-${number}`,
      chunks: [{ text: `Note number ${number} says something.` }],
    }),
  )
  await store.putDocuments(writes, never)
  await store.close()
}
