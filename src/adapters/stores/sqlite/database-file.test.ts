import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { stillClock as clock, collection } from '../../../../test/conformance/store-fixtures.ts'
import { createFile, examineFile } from './database-file.ts'
import { sqliteStore } from './sqlite-store.ts'

async function folderOf(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-file-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a file of 0 bytes is not taken for a new store, and stays as it is', async context => {
  const path = join(await folderOf(context), 'knowledge.db')
  await writeFile(path, '')
  await assert.rejects(sqliteStore({ path, clock }), { code: 'STORE_DAMAGED', message: /0 bytes/ })
  assert.equal((await readFile(path)).length, 0)
})

test('a new store appears whole, and leaves nothing beside it', async context => {
  const folder = await folderOf(context)
  const path = join(folder, 'knowledge.db')
  createFile(path, {
    mustExist: false,
    build: place => {
      assert.notEqual(place, path)
      assert.equal(examineFile(path), null)
      copyFileSync(import.meta.filename, place)
    },
  })
  assert.deepEqual(await readdir(folder), ['knowledge.db'])
  await rm(path)
  const store = await sqliteStore({ path, clock })
  await store.close()
  assert.deepEqual(await readdir(folder), ['knowledge.db'])
})

test('of two processes that make the same store, the first one’s stays', async context => {
  const path = join(await folderOf(context), 'knowledge.db')
  const other = await sqliteStore({ path: `${path}.other`, clock })
  await other.ensureCollection(collection('notes'))
  await other.close()
  createFile(path, {
    mustExist: false,
    build(place) {
      copyFileSync(`${path}.other`, path)
      copyFileSync(`${path}.other`, place)
    },
  })
  const store = await sqliteStore({ path, clock })
  assert.equal((await store.listCollections()).length, 1)
  await store.close()
})

test('a connection notices that its file was removed or replaced before it reads or writes', async context => {
  const path = join(await folderOf(context), 'knowledge.db')
  const store = await sqliteStore({ path, clock })
  await rename(path, `${path}.away`)
  await assert.rejects(store.listCollections(), { code: 'STORE_UNREACHABLE', message: /was removed/ })
  await assert.rejects(store.ensureCollection(collection('notes')), { code: 'STORE_UNREACHABLE' })
  await writeFile(path, await readFile(`${path}.away`))
  await assert.rejects(store.ensureCollection(collection('notes')), { code: 'STORE_REPLACED' })
  await store.close()
})
