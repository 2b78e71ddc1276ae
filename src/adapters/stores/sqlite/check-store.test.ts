import assert from 'node:assert/strict'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { stillClock as clock, collection, never, write } from '../../../../test/conformance/store-fixtures.ts'
import type { StoreCheck } from '../../../core/ports/store.ts'
import { sqliteStore } from './sqlite-store.ts'

async function fill(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-check-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'knowledge.db')
  const store = await sqliteStore({ path, clock })
  await store.ensureCollection(collection('notes'))
  for (const source of ['a', 'b']) {
    const chunks = [{ text: 'one' }, { text: 'two' }]
    await store.putDocument(write({ collection: 'notes', source, chunks }), never)
  }
  await store.close()
  return path
}

async function check(path: string): Promise<StoreCheck> {
  const store = await sqliteStore({ path, clock })
  const found = await store.check(never)
  await store.close()
  return found
}

for (const [name, sql, problem] of [
  ['a missing vector', 'DELETE FROM vectors WHERE chunk_key = 1', /1 chunks have no vector/],
  [
    'a vector of the wrong length',
    "UPDATE vectors SET vector = x'00' WHERE chunk_key = 2",
    /1 vectors .* wrong length/,
  ],
  ['a span outside the text', 'UPDATE chunks SET "end" = 999 WHERE key = 3', /1 chunks point outside/],
  ['a lost piece of text', 'DELETE FROM pieces WHERE document_key = 1', /1 documents have lost a part/],
  ['a lost page map', 'DELETE FROM page_maps WHERE document_key = 1', /1 documents have no page map/],
  ['orphan rows', 'DELETE FROM documents WHERE key = 1', /rows refer to missing rows/],
  ['terms that are missing', 'DELETE FROM lexical_1 WHERE rowid = 2', /"notes", 1 chunks have no terms/],
  [
    'terms of nothing',
    'INSERT INTO lexical_1 (rowid, body) VALUES (99, 1)',
    /"notes", 1 rows of terms belong to no chunk/,
  ],
  [
    'a damaged full-text index',
    'DELETE FROM lexical_1_data WHERE id > 10',
    /"notes", the full-text index is damaged/,
  ],
] as const)
  test(`the check finds ${name}`, async context => {
    const path = await fill(context)
    const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
    // Defensive mode blocks writes to the shadow tables of the full-text index.
    database.enableDefensive(false)
    database.exec(sql)
    database.close()
    const { ok, problems } = await check(path)
    assert.equal(ok, false)
    assert.match(problems.join('\n'), problem)
  })

test('a sound store passes', async context => {
  assert.deepEqual(await check(await fill(context)), { ok: true, problems: [] })
})

test('a damaged file is a finding or a clear failure, never a sound store', async context => {
  const path = await fill(context)
  const file = await open(path, 'r+')
  const { size } = await file.stat()
  await file.write(Buffer.alloc(size - 8_192, 0x5a), 0, size - 8_192, 8_192)
  await file.close()
  const outcome = await check(path).catch((error: { code?: string }) => error.code)
  if (typeof outcome === 'object') assert.equal(outcome.ok, false)
  else assert.equal(outcome, 'STORE_DAMAGED')
})

test('a check can be stopped', async context => {
  const store = await sqliteStore({ path: await fill(context), clock })
  await assert.rejects(store.check(AbortSignal.abort()), { code: 'CANCELLED' })
  await store.close()
})
