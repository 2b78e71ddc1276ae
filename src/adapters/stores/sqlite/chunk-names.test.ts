import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  stillClock as clock,
  collection,
  never,
  rankByWords,
  write,
} from '../../../../test/conformance/store-fixtures.ts'
import { unfinishedId } from '../../../core/model/collection.ts'
import { nameTable } from '../common/chunk-names.ts'
import { chunkSizes } from './chunk-sizes.ts'
import { findCollection } from './collections.ts'
import { openDatabase } from './database.ts'
import { sqliteStore } from './sqlite-store.ts'
import { storedCopies } from './stored-copies.ts'

const own = '00ab34cd0000ef01'
const english = { documentId: 'a7f6f9ce-0000-5000-8000-000000000001', language: 'en' }

test('names are those that were added, also after they were saved and restored', () => {
  const names = nameTable()
  names.reserve(4)
  names.addDocument(7, english)
  names.addChunk(2, own)
  assert.deepEqual(names.find(2, 7), { chunkId: own, ...english })
  const restored = nameTable()
  restored.reserve(8)
  restored.restore(names.save(4))
  assert.deepEqual(restored.find(2, 7), { chunkId: own, ...english })
})

test('what cannot be held in eight bytes, or may still change, is left to the database', () => {
  const names = nameTable()
  names.reserve(4)
  names.addDocument(7, english)
  names.addDocument(8, { ...english, documentId: unfinishedId(english.documentId) })
  names.addChunk(0, 'of another form')
  names.addChunk(1, own)
  assert.equal(names.find(0, 7), null)
  assert.equal(names.find(1, 8), null)
  names.removeDocument(7)
  assert.equal(names.find(1, 7), null)
})

test('the table of a collection names its chunks as rankings do, and none that was replaced', async context => {
  const { path, store } = await openStore(context)
  const [chunk] = (await rankByWords(store, { ...question, terms: ['quokka'] }, never)).ranked
  const named = await readNames(path)
  assert.deepEqual(
    named.filter(name => name !== null),
    [{ chunkId: own, documentId: 'notes/second', language: 'en' }],
  )
  assert.equal(chunk?.chunkId, own)
})

const question = { collections: ['notes'], filter: [], limit: 10 }

/** A store whose first document was replaced by the second. */
async function openStore(context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'quire-names-'))
  const path = join(folder, 'knowledge.db')
  const store = await sqliteStore({ path, clock })
  context.after(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  await store.ensureCollection(collection('notes'))
  for (const [id, chunkId] of [
    ['notes/first', 'ffffffffffffffff'],
    ['notes/second', own],
  ] as const) {
    const made = write({
      collection: 'notes',
      source: 's',
      chunks: [{ text: 'quokka', vector: [1, 0, 0, 0] }],
    })
    const [only] = made.chunks
    assert.ok(only)
    await store.putDocument(
      {
        document: { ...made.document, id, language: 'en' },
        chunks: [{ ...only, chunk: { ...only.chunk, id: chunkId } }],
      },
      never,
    )
  }
  return { path, store }
}

/** The names of the first chunk keys. */
async function readNames(path: string) {
  const database = await openDatabase(path, { busyTimeoutMs: 1_000, mustExist: true, prepare() {} })
  try {
    const sizes = chunkSizes(database, storedCopies(database))
    return database.read(() => {
      const row = findCollection(database, 'notes')
      assert.ok(row)
      const table = sizes.current(row)
      return [1, 2, 3].map(key => table.nameOf(key))
    })
  } finally {
    database.close()
  }
}
