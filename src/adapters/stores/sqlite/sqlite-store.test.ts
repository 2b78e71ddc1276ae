import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import {
  stillClock as clock,
  collection,
  idsOf,
  never,
  rankByVector,
  rankByWords,
  write,
} from '../../../../test/conformance/store-fixtures.ts'
import { slow } from '../../../../test/support/slow.ts'
import { toStoreFailure } from './sqlite-failure.ts'
import { sqliteStore } from './sqlite-store.ts'

async function storePath(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-sqlite-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'knowledge.db')
}

const put = { collection: 'notes', source: 'a', chunks: [{ text: 'word' }] }

test('a write that finds the store locked for too long fails, and works when it is free again', async context => {
  const path = await storePath(context)
  const store = await sqliteStore({ path, clock, busyTimeoutMs: 60 })
  await store.ensureCollection(collection('notes'))
  const other = new DatabaseSync(path)
  other.exec('BEGIN IMMEDIATE')
  await assert.rejects(store.putDocument(write(put), never), { kind: 'unavailable', code: 'STORE_BUSY' })
  assert.equal(await store.findDocument('notes', 'a'), null)
  other.exec('ROLLBACK')
  other.close()
  await store.putDocument(write(put), never)
  assert.equal((await store.findDocument('notes', 'a'))?.id, 'notes/a')
  await store.close()
})

test('a write waits for its turn without holding up reads of the same process', async context => {
  const path = await storePath(context)
  const store = await sqliteStore({ path, clock })
  await store.ensureCollection(collection('notes'))
  const other = new DatabaseSync(path)
  other.exec('BEGIN IMMEDIATE')
  const writing = store.putDocument(write(put), never)
  assert.equal(await store.findDocument('notes', 'a'), null)
  other.exec('COMMIT')
  other.close()
  await writing
  assert.equal((await store.findDocument('notes', 'a'))?.id, 'notes/a')
  await store.close()
})

test('a waiting write stops when it is aborted', async context => {
  const path = await storePath(context)
  const store = await sqliteStore({ path, clock })
  await store.ensureCollection(collection('notes'))
  const other = new DatabaseSync(path)
  other.exec('BEGIN IMMEDIATE')
  const controller = new AbortController()
  const writing = store.putDocument(write(put), controller.signal)
  controller.abort()
  await assert.rejects(writing, { code: 'CANCELLED' })
  other.close()
  await store.close()
})

test('a full disk is said, and leaves the store as it was', async context => {
  const path = await storePath(context)
  const store = await sqliteStore({ path, clock })
  await store.ensureCollection(collection('notes'))
  const full = toStoreFailure(await failureOfFullDisk(path))
  assert.throws(
    () => {
      throw full
    },
    { kind: 'unavailable', code: 'STORE_FULL' },
  )
  await store.putDocument(write(put), never)
  assert.deepEqual(await store.check(never), { ok: true, problems: [] })
  await store.close()
})

test('what SQLite says never carries SQL, and what is not SQLite’s is left alone', () => {
  const surprise = new TypeError('x')
  assert.equal(toStoreFailure(surprise), surprise)
  for (const code of [3, 5, 6, 7, 8, 10, 11, 13, 14, 18, 26, 8 | (3 << 8)]) {
    const error = Object.assign(new Error('near "SELECT": syntax'), {
      code: 'ERR_SQLITE_ERROR',
      errcode: code,
    })
    const failure = toStoreFailure(error)
    assert.ok(failure instanceof Error && failure.name === 'Failure', String(code))
    assert.doesNotMatch(failure.message, /SELECT|SQL/)
  }
})

test(
  'in a large collection common terms still score what rare ones found, with and without a filter',
  slow,
  async context => {
    const store = await sqliteStore({ path: await storePath(context), clock })
    await store.ensureCollection(collection('notes'))
    const chunks = Array.from({ length: 9_000 }, (_, index) => ({
      id: `c${String(index).padStart(4, '0')}`,
      text: index % 3_000 === 7 ? 'rare common' : index % 3_000 === 8 ? 'rare plain' : 'common common',
    }))
    await store.putDocument(write({ collection: 'notes', source: 'a', chunks }), never)
    const question = { collections: ['notes'], filter: [], limit: 4, terms: ['common', 'rare'] }
    const open = await rankByWords(store, question, never)
    assert.deepEqual(idsOf(open.ranked), ['c0007', 'c3007', 'c6007', 'c0008'])
    assert.deepEqual(open.droppedTerms, [])
    const late = { field: 'chunk_index', op: 'between', from: 3_008, to: null } as const
    const filtered = await rankByWords(store, { ...question, filter: [late] }, never)
    assert.deepEqual(filtered.ranked[0], open.ranked[2])
    assert.deepEqual(idsOf(filtered.ranked).slice(0, 3), ['c6007', 'c3008', 'c6008'])
    await store.close()
  },
)

test('a copy that missed more writes than are remembered is loaded anew', async context => {
  const path = await storePath(context)
  const store = await sqliteStore({ path, clock })
  await store.ensureCollection(collection('notes'))
  await store.putDocument(write(put), never)
  const question = { collections: ['notes'], filter: [], limit: 10, vector: Float32Array.of(1, 0, 0, 0) }
  assert.deepEqual(idsOf(await rankByVector(store, question, never)), ['notes/a#0'])
  const other = await sqliteStore({ path, clock })
  await other.deleteDocument('notes/a')
  await other.close()
  const database = new DatabaseSync(path)
  database.exec('UPDATE collections SET version = version + 20000')
  database.exec('DELETE FROM removals')
  database.close()
  await store.putDocument(write({ ...put, source: 'b' }), never)
  assert.deepEqual(idsOf(await rankByVector(store, { ...question, limit: 1 }, never)), ['notes/b#0'])
  await store.close()
})

/** The error of SQLite when the file may not grow. */
async function failureOfFullDisk(path: string): Promise<unknown> {
  const database = new DatabaseSync(path)
  try {
    // SAFETY: the pragma always returns this row.
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() as { page_count: number }
    database.exec(`PRAGMA max_page_count = ${pages}`)
    database.exec('CREATE TABLE large (value BLOB); INSERT INTO large VALUES (zeroblob(10000000))')
  } catch (error) {
    return error
  } finally {
    database.close()
  }
  return null
}
