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
  rankByWords,
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
    ALTER TABLE collections DROP COLUMN calibration;
    ALTER TABLE collections DROP COLUMN embedder;
    ALTER TABLE collections DROP COLUMN former_models;
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
    OR name IN ('corrections', 'page_geometry', 'pending_vectors', 'chunk_tokens', 'stored_copies', 'trash')) ORDER BY type DESC`
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

test('U+0000 of earlier versions is replaced: in metadata by the unit separator, in texts by U+FFFD', async context => {
  const path = await storePath(context)
  const text = 'what was said'
  const document = write({
    collection: 'notes',
    source: 'speech',
    title: 'A title',
    metadata: { speaker_group: 'Ada|Party|House|State', tags: ['x|y'], plain: String.raw`\u0000 as letters` },
    outline: [{ level: 1, title: 'One|two', start: 0 }],
    chunks: [{ text, headings: ['One|two'] }],
  })
  const store = await sqliteStore({ path, clock })
  await store.ensureCollection(collection('notes'))
  await store.putDocument(document, never)
  await store.close()
  spoil(path)
  const opened = await sqliteStore({ path, clock })
  const found = await opened.readDocument('notes/speech')
  const separated = ['Ada', 'Party', 'House', 'State'].join('\u001f')
  assert.deepEqual(found?.metadata, {
    speaker_group: separated,
    tags: ['x\u001fy'],
    plain: String.raw`\u0000 as letters`,
  })
  assert.deepEqual([found?.title, found?.outline[0]?.title], ['A\ufffdtitle', 'One\ufffdtwo'])
  const [chunk] = await opened.loadChunks(['notes/speech#0'])
  assert.deepEqual([chunk?.text, chunk?.chunk.sectionPath], ['what\ufffdwas\ufffdsaid', ['One\ufffdtwo']])
  for (const [field, value] of [
    ['metadata.speaker_group', separated],
    ['metadata.plain', String.raw`\u0000 as letters`],
  ] as const)
    assert.equal((await opened.findDocuments('notes', [{ field, op: 'equals', value }], 9)).length, 1, field)
  const tagged = { field: 'metadata.tags', op: 'contains', value: 'x\u001fy' } as const
  assert.equal((await opened.findDocuments('notes', [tagged], 9)).length, 1)
  assert.deepEqual(await opened.check(never), { ok: true, problems: [] })
  await opened.close()
})

/** Writes U+0000 as version 8 did, and gives the store that version. */
function spoil(path: string): void {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  const run = (sql: string, ...values: string[]) => database.prepare(sql).run(...values)
  run(String.raw`UPDATE documents SET metadata = replace(metadata, '|', '\u0000'), title = ?`, 'A\0title')
  run(String.raw`UPDATE page_maps SET outline = replace(outline, '|', '\u0000')`)
  run(String.raw`UPDATE chunks SET section_path = replace(section_path, '|', '\u0000')`)
  run('UPDATE pieces SET markdown = ?', 'what\0was\0said\n\n')
  const rows = database.prepare('SELECT * FROM metadata_values').all()
  for (const { value } of rows)
    if (typeof value === 'string')
      run('UPDATE metadata_values SET value = ? WHERE value = ?', value.replaceAll('|', '\0'), value)
  database.exec(`DROP TABLE pending_vectors; DROP TABLE chunk_tokens; DROP TABLE stored_copies; DROP TABLE trash; ALTER TABLE collections DROP COLUMN calibration;
    ALTER TABLE collections DROP COLUMN embedder; ALTER TABLE collections DROP COLUMN former_models;
    DELETE FROM migrations WHERE version > 8; PRAGMA user_version = 8;`)
  database.close()
}

test('an older store is upgraded when it is opened, with everything in it', async context => {
  const path = await storePath(context)
  await writeFirstVersion(path)
  const store = await sqliteStore({ path, clock, migrations: [...migrations, addColumn] })
  const question = { collections: ['notes'], filter: [], limit: 10, terms: ['kept'] }
  assert.deepEqual(idsOf((await rankByWords(store, question, never)).ranked), ['notes/a#0'])
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

test('rows of bits that stood for tokens are removed, so that those of words are made', async context => {
  const path = await storePath(context)
  const store = await sqliteStore({ path, clock })
  await store.ensureCollection(collection('notes'))
  const { document, chunks } = write({ collection: 'notes', source: 'a', chunks: [{ text: 'one' }] })
  const tokenBits = Uint8Array.of(1, 2)
  await store.putDocument({ document, chunks: chunks.map(chunk => ({ ...chunk, tokenBits })) }, never)
  await store.close()
  const database = new DatabaseSync(path)
  database.exec('DELETE FROM migrations WHERE version > 13; PRAGMA user_version = 13')
  database.close()
  const upgraded = await sqliteStore({ path, clock })
  context.after(() => upgraded.close())
  const { chunks: untokened } = await upgraded.listUntokened({ collection: 'notes', after: null })
  assert.deepEqual(
    untokened.map(({ chunkId }) => chunkId),
    ['notes/a#0'],
  )
})
