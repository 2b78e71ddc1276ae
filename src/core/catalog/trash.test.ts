import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collection, never, stillClock, write } from '../../../test/conformance/store-fixtures.ts'
import { sqliteStore } from '../../adapters/stores/sqlite/sqlite-store.ts'
import type { Parts } from '../ingest/ingest-request.ts'
import { restoreDocument } from '../ingest/restore-document.ts'
import type { Originals } from '../ports/originals.ts'
import { listTrash, readTrashed, restorableUntil, trashDocument, trashedWith } from './trash.ts'

async function setUp() {
  let now = '2026-01-02T03:04:05+00:00'
  const clock = { ...stillClock, now: () => now }
  const store = await sqliteStore({ path: ':memory:', clock })
  const forgotten: string[] = []
  const originals: Originals = {
    keep: async () => null,
    read: async () => null,
    forget: async ({ source }, except) => void forgotten.push([source, except].join(' ')),
    forgetCollection: async () => {},
  }
  await store.ensureCollection(collection('notes'))
  const put = (source: string) =>
    store.putDocument(
      write({ collection: 'notes', source, chunks: [{ text: `a sheet of ${source}` }] }),
      never,
    )
  await put('a')
  const later = (hours: number) => {
    now = new Date(Date.parse(now) + hours * 3_600_000).toISOString()
  }
  return { parts: { store, clock, originals }, forgotten, later, put }
}

test('a deleted document is kept with its passages and vectors for 24 hours, and its file with it', async () => {
  const { parts, forgotten, later } = await setUp()
  assert.equal(await trashDocument('notes/a', parts), 1)
  later(23.9)
  assert.deepEqual(
    (await listTrash(['notes'], parts)).map(({ id }) => id),
    ['notes/a'],
  )
  const kept = await readTrashed('notes/a', parts.store)
  assert.equal(kept?.document.markdown.includes('a sheet of a'), true)
  assert.equal(kept?.model, 'test-model')
  assert.equal(typeof kept?.chunks[0]?.vector, 'string')
  assert.deepEqual(forgotten, [])
  later(0.2)
  assert.deepEqual(await listTrash(['notes'], parts), [])
  assert.equal(await parts.store.readTrash('notes/a'), null)
  assert.deepEqual(forgotten, ['a '])
})

test('the file of a newer document of the same source stays', async () => {
  const { parts, forgotten, later, put } = await setUp()
  await trashDocument('notes/a', parts)
  await put('a')
  const hash = (await parts.store.findDocument('notes', 'a'))?.contentHash
  later(25)
  await listTrash(['notes'], parts)
  assert.deepEqual(forgotten, [`a ${hash}`])
})

test('an unknown document removes nothing, and the last moment is a day after the deletion', async () => {
  const { parts } = await setUp()
  assert.equal(await trashDocument('notes/none', parts), 0)
  assert.equal(restorableUntil('2026-01-02T03:04:05+00:00'), '2026-01-03T03:04:05+00:00')
})

test('a document is not restored over a newer one of its source', async () => {
  const { parts, put } = await setUp()
  await trashDocument('notes/a', parts)
  await put('a')
  const [entry] = await trashedWith('notes/a', parts)
  const line = await readTrashed('notes/a', parts.store)
  assert.ok(line !== null)
  const other = { ...entry, id: 'notes/older' }
  // SAFETY: refusing needs the store only.
  const restoring = restoreDocument({ entry: other, line }, parts as unknown as Parts, never)
  await assert.rejects(restoring, { kind: 'conflict', code: 'DOCUMENT_REPLACED' })
})
