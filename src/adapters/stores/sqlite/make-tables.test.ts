import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { stillClock as clock } from '../../../../test/conformance/store-fixtures.ts'
import { sideConnection } from './side-connection.ts'

const first = 'CREATE TABLE shelf (name TEXT) STRICT'
const second = 'ALTER TABLE shelf ADD COLUMN place INTEGER'

async function storePath(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-tables-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'quire.db')
}

/** Opens the store with the tables of a feature in these steps, and returns the columns of its table. */
async function columnsWith(path: string, steps: string[]): Promise<string[]> {
  const tables = { feature: 'shelves', firstTable: 'shelf', steps }
  const { read, close } = sideConnection({ path, clock }, { tables })
  try {
    const sql = "SELECT name FROM pragma_table_info('shelf')"
    return await read(database => database.all<{ name: string }>(sql).map(({ name }) => name))
  } finally {
    await close()
  }
}

test('a feature makes its tables when they are missing, and later only the steps that are new', async t => {
  const path = await storePath(t)
  assert.deepEqual(await columnsWith(path, [first]), ['name'])
  assert.deepEqual(await columnsWith(path, [first]), ['name'])
  assert.deepEqual(await columnsWith(path, [first, second]), ['name', 'place'])
})

test('a store that has the first table from an earlier version has taken the first step', async t => {
  const path = await storePath(t)
  await columnsWith(path, [first])
  const database = new DatabaseSync(path)
  database.exec('DROP TABLE feature_tables')
  database.close()
  assert.deepEqual(await columnsWith(path, [first, second]), ['name', 'place'])
})

test('a step that fails changes nothing', async t => {
  const path = await storePath(t)
  await assert.rejects(columnsWith(path, [first, 'CREATE TABLE']))
  assert.deepEqual(await columnsWith(path, [first]), ['name'])
})
