import assert from 'node:assert/strict'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openWorld, surfacesUnderTest, type Value, type World } from '../../../../test/contract/world.ts'
import { invoke, type Outcome } from '../../../core/contract/invoke.ts'

for (const surface of surfacesUnderTest)
  describe(`refresh_source over ${surface}`, () => {
    let world: World
    before(async () => {
      world = await openWorld(surface)
    })
    after(() => world.close())

    test('D-REFRESH-1 D-REFRESH-2 a folder is brought level, after a dry run that said how', async () => {
      const folder = join(world.folder, 'notes')
      const at = (name: string) => join(folder, name)
      await mkdir(folder)
      for (const name of ['a.md', 'b.md', 'c.md', 'd.md']) await writeFile(at(name), `# ${name}\n\nRags.`)
      const first = await refresh(folder, { library: 'notes' })
      assert.deepEqual(
        [first.status, first.kind, first.added, first.libraries],
        ['done', 'folder', 4, ['notes']],
      )

      await writeFile(at('a.md'), 'Pulp.')
      await rename(at('b.md'), at('moved.md'))
      await rm(at('c.md'))
      const would = await refresh(folder, { dry_run: true })
      assert.equal(would.status, 'dry_run')
      assert.equal((await world.call('list_documents', { library: 'notes' })).count, 4)
      const done = await refresh(folder)
      assert.equal(done.status, 'done')
      for (const answer of [would, done]) {
        assert.deepEqual(
          [answer.added, answer.changed, answer.moved, answer.removed, answer.unchanged, answer.failed],
          [0, 1, 1, 1, 1, 0],
        )
        assert.deepEqual(
          answer.results.map((row: Value) => [row.outcome, row.source, row.from]),
          [
            ['changed', at('a.md'), null],
            ['removed', at('c.md'), null],
            ['moved', at('moved.md'), at('b.md')],
          ],
        )
      }
      const { documents } = await world.call('list_documents', { library: 'notes' })
      assert.deepEqual(documents.map((row: Value) => row.source).sort(), [
        at('a.md'),
        at('d.md'),
        at('moved.md'),
      ])
    })

    test('D-REFRESH-1 a file is brought level wherever it is held, and taken out when it is gone', async () => {
      const file = join(world.folder, 'one.md')
      await writeFile(file, 'first')
      await writeFile(join(world.folder, 'other.txt'), 'its neighbour')
      for (const library of ['one', 'two'])
        await world.call('ingest_file', { path: file, library, metadata: { shelf: library } })
      assert.equal((await refresh(file)).unchanged, 2)
      await writeFile(file, 'second')
      const changed = await refresh(file)
      assert.deepEqual([changed.kind, changed.changed, changed.libraries], ['file', 2, ['one', 'two']])
      const [document] = (await world.call('list_documents', { library: 'two' })).documents
      assert.deepEqual(document.metadata, { shelf: 'two' })
      await rm(file)
      assert.equal((await refresh(file, { dry_run: true })).removed, 2)
      assert.equal((await refresh(file, { library: 'one' })).removed, 1)
      assert.equal((await world.call('list_documents', { library: 'two' })).count, 1)
    })

    test('D-REFRESH-3 a folder that is not there removes nothing, unless it is said to be gone', async () => {
      const folder = join(world.folder, 'drive')
      await mkdir(folder)
      await writeFile(join(folder, 'a.md'), 'on a drive')
      await refresh(folder, { library: 'drive' })
      await rm(folder, { recursive: true })
      const away = await refresh(folder)
      assert.deepEqual([away.removed, away.unreachable], [0, 1])
      assert.match(away.results[0].message, /is missing; the document is kept/)
      await mkdir(folder)
      assert.equal((await refresh(folder)).unreachable, 1)
      assert.equal((await refresh('drive')).unreachable, 1)
      await rm(folder, { recursive: true })
      assert.equal((await refresh(folder, { forget_vanished: true })).removed, 1)
      assert.equal((await world.call('list_documents', { library: 'drive' })).count, 0)
    })

    test('D-REFRESH-1 a library is brought level with its folders and single files, and says what has no source', async () => {
      const folder = join(world.folder, 'shelf')
      const file = join(world.folder, 'single.md')
      await mkdir(folder)
      await writeFile(join(folder, 'a.md'), 'in a folder')
      await writeFile(file, 'alone')
      await refresh(folder, { library: 'shelf' })
      await world.call('ingest_file', { path: file, library: 'shelf' })
      await world.call('ingest_content', { content: 'said', source: 'label', library: 'shelf' })
      await writeFile(join(folder, 'b.md'), 'new in the folder')
      await writeFile(file, 'alone, changed')
      const done = await refresh('shelf')
      assert.deepEqual([done.kind, done.added, done.changed, done.unchanged], ['library', 1, 1, 1])
      assert.match(done.warnings[0], /^1 document has no file or address/)
      assert.equal((await world.call('list_documents', { library: 'shelf' })).count, 4)
    })

    test('D-REFRESH-6 what no library holds and what is not there are refused', async () => {
      const folder = join(world.folder, 'unheard')
      await mkdir(folder)
      assert.match(await world.fail('refresh_source', { source: folder }), /No library has documents from/)
      assert.match(
        await world.fail('refresh_source', { source: 'https://example.org/' }),
        /No library has documents from/,
      )
      assert.match(
        await world.fail('refresh_source', { source: './missing.md' }),
        /there is no such file or folder/,
      )
      assert.match(await world.fail('refresh_source', { source: 'https://' }), /is not a valid URL/)
      if (world.isConfined)
        assert.match(await world.fail('refresh_source', { source: '/etc' }), /lies outside the folders/)
    })

    async function refresh(source: string, more: object = {}): Promise<Value> {
      return world.call('refresh_source', { source, ...more })
    }
  })

test('D-REFRESH-6 each refusal has its code', async t => {
  const world = await openWorld('library', { flags: ['--root', tmpdir()] })
  t.after(() => world.close())
  await world.wired.engine.projects.add('thesis', {})
  const { wired } = world
  const row = wired.table.find('refresh_source')
  assert.ok(row)
  for (const [source, code] of [
    [world.folder, 'NOTHING_TO_REFRESH'],
    ['thesis', 'NOT_A_LIBRARY'],
    ['./missing.md', 'SOURCE_NOT_FOUND'],
    ['/etc', 'FORBIDDEN_PATH'],
    ['http://', 'INVALID_URL'],
  ]) {
    const caller = { surface: 'library', isLocal: true } as const
    const outcome: Outcome = await invoke(row, { input: { source }, caller }, wired.runtime)
    assert.equal(outcome.ok ? null : outcome.failure.code, code)
  }
})
