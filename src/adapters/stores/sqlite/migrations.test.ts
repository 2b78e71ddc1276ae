import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import {
  stillClock as clock,
  collection,
  idsOf,
  never,
  write,
} from '../../../../test/conformance/store-fixtures.ts'
import { type Migration, migrations } from './migrations.ts'
import { sqliteStore } from './sqlite-store.ts'

const addColumn: Migration = database =>
  database.exec("ALTER TABLE documents ADD COLUMN shelf TEXT NOT NULL DEFAULT 'none'")
const fail: Migration = database => {
  database.exec('CREATE TABLE half_done (key INTEGER)')
  throw new Error('The step broke.')
}

async function storePath(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-migrations-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'knowledge.db')
}

/** A home as version 1 of the program wrote it: later additions are removed again. */
async function writeFirstVersion(path: string): Promise<void> {
  const store = await sqliteStore({ path, clock })
  await store.ensureCollection(collection('notes'))
  for (const [source, label] of [
    ['a', 'iv'],
    ['b', null],
  ] as const) {
    const pages = [{ number: 1, label, start: 0, end: 5, ocr: false }]
    await store.putDocument(
      write({ collection: 'notes', source, pages, chunks: source === 'a' ? [{ text: 'kept as is' }] : [] }),
      never,
    )
  }
  await store.close()
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  for (const { type, name } of laterParts(database)) database.exec(`DROP ${type} IF EXISTS ${name}`)
  database.exec(`
    ALTER TABLE collections DROP COLUMN project;
    ALTER TABLE documents DROP COLUMN words;
    ALTER TABLE documents DROP COLUMN page_label_source;
    ALTER TABLE documents DROP COLUMN corrected;
    DELETE FROM migrations WHERE version > 1;
    PRAGMA user_version = 1;
  `)
  database.close()
}

/** Tables and triggers of later steps, triggers first, because they refer to tables. */
function laterParts(database: DatabaseSync): Record<string, unknown>[] {
  const sql = `SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'trigger')
    AND (tbl_name GLOB 'job*' OR tbl_name GLOB 'graph_*' OR name GLOB 'fact*'
    OR name IN ('corrections', 'page_geometry')) ORDER BY type DESC`
  return database.prepare(sql).all()
}

function ask(path: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(path, { readOnly: true })
  const rows = database
    .prepare(sql)
    .all()
    .map(row => ({ ...row }))
  database.close()
  return rows
}

test('a new store has the newest version and says when it was made', async context => {
  const path = await storePath(context)
  const store = await sqliteStore({ path, clock })
  assert.equal(store.schemaVersion, migrations.length)
  await store.close()
  assert.deepEqual(ask(path, 'PRAGMA user_version'), [{ user_version: migrations.length }])
  assert.equal(ask(path, 'SELECT applied_at FROM migrations')[0]?.applied_at, clock.now())
})

test('a store of the first version opens with today’s program and keeps what it holds', async context => {
  const path = await storePath(context)
  await writeFirstVersion(path)
  const store = await sqliteStore({ path, clock })
  assert.equal(store.schemaVersion, migrations.length)
  assert.equal((await store.readDocument('notes/a'))?.title, 'About a')
  assert.equal((await store.readSummary('notes/a'))?.words, 3)
  assert.equal((await store.readSummary('notes/a'))?.pageLabelSource, 'embedded')
  assert.equal((await store.readSummary('notes/b'))?.pageLabelSource, 'none')
  assert.deepEqual(await store.readGeometry('notes/a', null), [])
  assert.deepEqual(await store.check(never), { ok: true, problems: [] })
  await store.close()
})

test('an older store is upgraded when it is opened, with everything in it', async context => {
  const path = await storePath(context)
  await writeFirstVersion(path)
  const store = await sqliteStore({ path, clock, migrations: [...migrations, addColumn] })
  const question = { collections: ['notes'], filter: [], limit: 10, terms: ['kept'] }
  assert.deepEqual(idsOf((await store.rankLexically(question, never)).ranked), ['notes/a#0'])
  await store.close()
  assert.deepEqual(ask(path, 'SELECT id, shelf FROM documents'), [
    { id: 'notes/a', shelf: 'none' },
    { id: 'notes/b', shelf: 'none' },
  ])
  assert.deepEqual(ask(path, 'PRAGMA user_version'), [{ user_version: migrations.length + 1 }])
})

test('an upgrade that breaks changes nothing', async context => {
  const path = await storePath(context)
  await writeFirstVersion(path)
  const opening = sqliteStore({ path, clock, migrations: [...migrations, addColumn, fail] })
  await assert.rejects(opening, /The step broke/)
  assert.deepEqual(ask(path, 'PRAGMA user_version'), [{ user_version: 1 }])
  assert.deepEqual(ask(path, "SELECT name FROM sqlite_schema WHERE name = 'half_done'"), [])
  const store = await sqliteStore({ path, clock })
  assert.equal((await store.readDocument('notes/a'))?.id, 'notes/a')
  await store.close()
})

test('a newer store is refused with both versions and left alone', async context => {
  const path = await storePath(context)
  const newer = await sqliteStore({ path, clock, migrations: [...migrations, addColumn, () => {}] })
  await newer.close()
  await assert.rejects(sqliteStore({ path, clock }), {
    name: 'Failure',
    kind: 'unavailable',
    code: 'STORE_TOO_NEW',
    message: new RegExp(`version ${migrations.length + 2}.* up to ${migrations.length}`),
    hint: /newer program/,
  })
  assert.deepEqual(ask(path, 'PRAGMA user_version'), [{ user_version: migrations.length + 2 }])
})

test('several handles that open and upgrade at the same time agree', async context => {
  const path = await storePath(context)
  await writeFirstVersion(path)
  const steps = [...migrations, addColumn]
  const stores = await Promise.all([1, 2, 3].map(() => sqliteStore({ path, clock, migrations: steps })))
  for (const store of stores) {
    assert.equal((await store.readDocument('notes/a'))?.id, 'notes/a')
    await store.close()
  }
})

test('a file that is no database is refused and left alone', async context => {
  const path = await storePath(context)
  await writeFile(path, '# Just a text file\n'.repeat(200))
  await assert.rejects(sqliteStore({ path, clock }), {
    kind: 'unavailable',
    code: 'STORE_INVALID',
    message: /not a SQLite database/,
  })
})

test('a database of another program is refused and left alone', async context => {
  const path = await storePath(context)
  const other = new DatabaseSync(path)
  other.exec('CREATE TABLE recipes (name TEXT)')
  other.close()
  await assert.rejects(sqliteStore({ path, clock }), { code: 'STORE_INVALID', message: /another program/ })
  assert.deepEqual(ask(path, 'SELECT name FROM sqlite_schema'), [{ name: 'recipes' }])
})

test('a folder in the place of the file is a clear failure', async context => {
  const path = join(await storePath(context), '..')
  await assert.rejects(sqliteStore({ path, clock }), { code: 'STORE_UNREACHABLE' })
})
