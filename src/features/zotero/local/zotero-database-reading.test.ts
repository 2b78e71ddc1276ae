import assert from 'node:assert/strict'
import { copyFileSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { build, everything, files, idle, keysOf, makeFolder, open } from './test/database-fixtures.ts'
import { zoteroDatabase } from './zotero-database.ts'

test('an item that is only in the write-ahead log is seen, beside the running writer', async context => {
  const built = build(context)
  const { library } = await open(context, built)
  assert.equal((await library.recentItems(1, idle))[0]?.key, 'FRESH001')
  built.writer.addItem({
    key: 'FRESH002',
    type: 'book',
    fields: { title: 'Later' },
    added: '2026-07-01 08:00:00',
  })
  assert.equal((await library.recentItems(1, idle))[0]?.key, 'FRESH002')
  assert.deepEqual(library.takeWarnings(), [])
})

test('a database left behind with its log is read from a copy, said so, and nothing is written beside it', async context => {
  const built = build(context)
  const folder = makeFolder(context)
  const databasePath = join(folder, 'zotero.sqlite')
  copyFileSync(built.databasePath, databasePath)
  copyFileSync(`${built.databasePath}-wal`, `${databasePath}-wal`)
  const { library, temporaryFolder } = await open(context, { ...built, databasePath })
  assert.ok(keysOf(await library.listItems(everything, idle)).includes('FRESH001'))
  assert.deepEqual(readdirSync(folder).sort(), ['zotero.sqlite', 'zotero.sqlite-wal'])
  assert.match(library.takeWarnings().join(), /copy with its write-ahead log/)
  assert.deepEqual(library.takeWarnings(), [])
  assert.equal(readdirSync(temporaryFolder).length, 1)
  await library.close()
  assert.deepEqual(readdirSync(temporaryFolder), [])
})

test('a copy that cannot be made is said to be the reason', async context => {
  const built = build(context)
  built.writer.close()
  const zotero = new DatabaseSync(built.databasePath)
  context.after(() => zotero.close())
  zotero.exec("PRAGMA locking_mode = EXCLUSIVE; UPDATE tags SET name = 'x' WHERE name = 'History';")
  const temporaryFolder = join(built.folder, 'not', 'there')
  await assert.rejects(zoteroDatabase({ ...built, files, temporaryFolder }, idle), {
    code: 'ZOTERO_DATABASE_UNREADABLE',
    message: /not\/there/,
  })
})

test('readings at the same time share one copy and none opens it half made', async context => {
  const built = build(context)
  const folder = makeFolder(context)
  const databasePath = join(folder, 'zotero.sqlite')
  copyFileSync(built.databasePath, databasePath)
  copyFileSync(`${built.databasePath}-wal`, `${databasePath}-wal`)
  const { library, temporaryFolder } = await open(context, { ...built, databasePath })
  const readings = await Promise.all(Array.from({ length: 8 }, () => library.count(idle)))
  assert.ok(readings.every(counts => counts.items === 10))
  assert.equal(readdirSync(temporaryFolder).length, 1)
})

test('a closed database in WAL mode is read without creating its log', async context => {
  const built = build(context)
  built.writer.close()
  const before = readdirSync(built.folder).sort()
  const { library } = await open(context, built)
  assert.ok(keysOf(await library.listItems(everything, idle)).includes('FRESH001'))
  assert.deepEqual(readdirSync(built.folder).sort(), before)
  assert.ok(!before.includes('zotero.sqlite-wal'))
})

for (const journal of ['wal', 'delete'] as const)
  test(`a database that Zotero holds exclusively (${journal}) is read from a fresh copy`, async context => {
    const built = build(context, { journal })
    built.writer.close()
    const zotero = new DatabaseSync(built.databasePath)
    context.after(() => zotero.close())
    zotero.exec("PRAGMA locking_mode = EXCLUSIVE; UPDATE tags SET name = 'Renamed' WHERE name = 'History';")
    const { library } = await open(context, built)
    const tags = (await library.listTags(null, idle)).map(({ tag }) => tag)
    assert.ok(tags.includes('Renamed'), tags.join())
    assert.match(library.takeWarnings().join(), /copy/)
    zotero.exec("UPDATE tags SET name = 'Renamed again' WHERE name = 'Renamed'")
    assert.ok((await library.listTags(null, idle)).some(({ tag }) => tag === 'Renamed again'))
  })

test('a crash in the middle of a transaction is rolled back in the copy, not in the original', async context => {
  const built = build(context, { journal: 'delete' })
  const { database } = built.writer
  database.exec('PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN IMMEDIATE')
  for (let index = 0; index < 300; index++)
    built.writer.addItem({
      key: `SPILL${index}`,
      type: 'book',
      fields: { title: `Spilled ${'x'.repeat(500)} ${index}` },
    })
  const folder = makeFolder(context)
  const databasePath = join(folder, 'zotero.sqlite')
  copyFileSync(built.databasePath, databasePath)
  copyFileSync(`${built.databasePath}-journal`, `${databasePath}-journal`)
  database.exec('ROLLBACK')
  const { library } = await open(context, { ...built, databasePath })
  const keys = keysOf(await library.listItems(everything, idle))
  assert.equal(keys.filter(key => key.startsWith('SPILL')).length, 0)
  assert.ok(keys.includes('BOOK0001'))
  assert.deepEqual(readdirSync(folder).sort(), ['zotero.sqlite', 'zotero.sqlite-journal'])
})

test('the version grows with every write, also one that only reached the log', async context => {
  const built = build(context)
  const { library } = await open(context, built)
  const before = (await library.version(idle)) ?? 0
  built.writer.addItem({ key: 'FRESH003', type: 'book' })
  utimesSync(`${built.databasePath}-wal`, new Date(before + 5000), new Date(before + 5000))
  assert.ok(((await library.version(idle)) ?? 0) > before)
})
