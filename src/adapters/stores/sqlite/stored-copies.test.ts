import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import {
  stillClock as clock,
  collection,
  never,
  rankByVector,
  rankByWords,
  write,
} from '../../../../test/conformance/store-fixtures.ts'
import { seededRandom } from '../../../app/eval/seeded-random.ts'
import type { Store } from '../../../core/ports/store.ts'
import { chunkSizes } from './chunk-sizes.ts'
import { findCollection } from './collections.ts'
import { openDatabase } from './database.ts'
import { denseCopies } from './dense-copies.ts'
import { sqliteStore } from './sqlite-store.ts'
import { storedCopies } from './stored-copies.ts'

const random = seededRandom(3)
const query = Float32Array.of(1, 0.2, -0.3, 0.1)
const question = { collections: ['notes'], filter: [], limit: 40 }

const draw = (source: string, chunks: number) =>
  write({
    collection: 'notes',
    source,
    chunks: Array.from({ length: chunks }, (_, index) => ({
      text: `word${index % 7} common word${Math.floor(50 * random.next())}`,
      vector: [random.gaussian(), random.gaussian(), random.gaussian(), random.gaussian()],
    })),
  })

/** A store of 400 chunks whose copies were saved. */
async function savedStore(context: TestContext): Promise<{ path: string; open(): Promise<Store> }> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-copies-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'knowledge.db')
  const open = () => sqliteStore({ path, clock, savedFrom: 100 })
  const store = await open()
  await store.ensureCollection(collection('notes'))
  for (let number = 0; number < 20; number++) await store.putDocument(draw(`s${number}`, 20), never)
  await ask(store)
  await store.close()
  return { path, open }
}

const ask = async (store: Store) => ({
  words: (await rankByWords(store, { ...question, terms: ['word3', 'common', 'word12'] }, never)).ranked,
  vectors: await rankByVector(store, { ...question, vector: query }, never),
})

/** What a process without saved copies answers. */
async function askAnew(path: string): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-anew-'))
  try {
    const database = new DatabaseSync(path)
    database.prepare('VACUUM INTO ?').run(join(folder, 'knowledge.db'))
    database.close()
    const store = await sqliteStore({ path: join(folder, 'knowledge.db'), clock })
    const answer = await ask(store)
    await store.close()
    return answer
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** How many chunks were restored from files, not read from the database. */
async function countRestored(path: string): Promise<{ vectors: number; sizes: number }> {
  const database = await openDatabase(path, { busyTimeoutMs: 1_000, mustExist: true, prepare() {} })
  const stored = storedCopies(database)
  const copies = denseCopies(database, stored)
  const sizes = chunkSizes(database, stored)
  await copies.catchUp('notes')
  await sizes.catchUp('notes')
  try {
    return database.read(() => {
      const row = findCollection(database, 'notes')
      assert.ok(row)
      return { vectors: copies.current(row).savedSize, sizes: sizes.current(row).savedSize }
    })
  } finally {
    database.close()
  }
}

const filesOf = async (path: string) =>
  (await readdir(`${path}-copies`)).map(name => join(`${path}-copies`, name))

test('the next process restores the copies and follows what was written since', async context => {
  const { path, open } = await savedStore(context)
  assert.deepEqual(await countRestored(path), { vectors: 400, sizes: 400 })
  const writer = await sqliteStore({ path, clock })
  await writer.putDocument(draw('s3', 11), never)
  await writer.putDocument(draw('new', 9), never)
  await writer.deleteDocument('notes/s5')
  await writer.close()
  assert.deepEqual(await countRestored(path), { vectors: 400, sizes: 400 })
  const reader = await open()
  const answer = await ask(reader)
  assert.deepEqual(answer, await askAnew(path))
  await reader.close()
})

test('enough changes are saved again, and old files and drafts are removed', async context => {
  const { path, open } = await savedStore(context)
  const old = await filesOf(path)
  assert.equal(old.length, 2)
  // What a process that was killed while saving leaves behind.
  await writeFile(`${old[0]}.draft`, 'half')
  await utimes(`${old[0]}.draft`, 0, 0)
  const store = await open()
  for (let number = 0; number < 5; number++) await store.putDocument(draw(`more${number}`, 30), never)
  await ask(store)
  await store.close()
  const files = await filesOf(path)
  assert.equal(files.length, 2)
  assert.ok(files.every(file => !old.includes(file)))
  assert.deepEqual(await countRestored(path), { vectors: 550, sizes: 550 })
})

for (const [what, damage] of [
  ['cut off', async (file: string, bytes: Buffer) => truncate(file, Math.floor(bytes.length / 2))],
  ['empty', async (file: string) => truncate(file, 0)],
  [
    'changed in one byte',
    async (file: string, bytes: Buffer) => {
      bytes[100] = (bytes[100] ?? 0) ^ 1
      await writeFile(file, bytes)
    },
  ],
  [
    'changed in its head',
    async (file: string, bytes: Buffer) => {
      bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1
      await writeFile(file, bytes)
    },
  ],
  ['missing', async (file: string) => rm(file)],
] as const)
  test(`a file that is ${what} is not used: the answer comes from the database`, async context => {
    const { path, open } = await savedStore(context)
    const expected = await askAnew(path)
    for (const file of await filesOf(path)) await damage(file, await readFile(file))
    assert.deepEqual(await countRestored(path), { vectors: 0, sizes: 0 })
    const store = await open()
    assert.deepEqual(await ask(store), expected)
    await store.close()
    // It was saved again.
    assert.deepEqual(await countRestored(path), { vectors: 400, sizes: 400 })
  })

test('files of another history of the database are not used', async context => {
  const { path, open } = await savedStore(context)
  const backup = `${path}.backup`
  await copyFile(path, backup)
  const store = await open()
  for (let number = 0; number < 5; number++) await store.putDocument(draw(`lost${number}`, 30), never)
  await ask(store)
  await store.close()
  await copyFile(backup, path)
  const restored = await sqliteStore({ path, clock })
  // As many writes as were lost, so that the versions are equal.
  for (let number = 0; number < 5; number++) await restored.putDocument(draw(`other${number}`, 30), never)
  assert.deepEqual(await countRestored(path), { vectors: 0, sizes: 0 })
  assert.deepEqual(await ask(restored), await askAnew(path))
  await restored.close()
})

test('a collection that was deleted and made again starts without a copy', async context => {
  const { path, open } = await savedStore(context)
  const store = await open()
  await store.deleteCollection('notes')
  assert.deepEqual(await filesOf(path), [])
  await store.ensureCollection(collection('notes'))
  await store.putDocument(draw('only', 30), never)
  assert.equal((await ask(store)).vectors.length, 30)
  assert.deepEqual(await countRestored(path), { vectors: 0, sizes: 0 })
  await store.close()
})
