import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { collection, never, storePlace, storeWith, succeed, type UrlIn, write } from './store-fixtures.ts'

const draft = (source: string) => ({ source, chunks: [{ text: `a sheet of ${source}` }] })

const entry = (id: string, deletedAt: string) => ({
  id,
  owner: id,
  collection: 'notes',
  source: id.split('/')[1] ?? '',
  title: `Title of ${id}`,
  deletedAt,
})
const content = new Uint8Array([0, 1, 2, 255])

export function testStoreTrash(name: string, urlIn: UrlIn): void {
  describe(`${name} keeps deleted documents in the trash`, () => {
    test('a document that is deleted to the trash is in no answer but that of the trash', async context => {
      const store = await storeWith(context, urlIn, [draft('a'), draft('b')])
      const trashed = entry('notes/a', '2026-01-02T00:00:00+00:00')
      assert.equal(await store.deleteDocument('notes/a', { ...trashed, content }), 1)
      assert.equal(await store.readDocument('notes/a'), null)
      assert.equal(await store.countDocuments(['notes']), 1)
      assert.equal((await store.countIndexes('notes')).chunks, 1)
      assert.deepEqual(await store.exportChunks('notes/a'), [])
      assert.deepEqual(await store.listTrash(['notes']), [trashed])
      assert.deepEqual(await store.listTrash(null), [trashed])
      assert.deepEqual(await store.listTrash(['others']), [])
      assert.deepEqual(Buffer.from((await store.readTrash('notes/a')) ?? []), Buffer.from(content))
      assert.equal(await store.readTrash('notes/b'), null)
      assert.deepEqual(await store.check(never), { ok: true, problems: [] })
    })

    test('an unknown document leaves nothing in the trash, and neither does a plain deletion', async context => {
      const store = await storeWith(context, urlIn, [draft('a')])
      const trashed = entry('notes/none', '2026-01-02T00:00:00+00:00')
      assert.equal(await store.deleteDocument('notes/none', { ...trashed, content }), null)
      assert.equal(await store.deleteDocument('notes/a'), 1)
      assert.deepEqual(await store.listTrash(null), [])
    })

    test('the trash is listed newest first; entries are replaced by their id and removed for good', async context => {
      const store = await storeWith(context, urlIn, [draft('a'), draft('b')])
      const [older, newer] = [
        entry('notes/a', '2026-01-02T00:00:00+00:00'),
        entry('notes/b', '2026-01-03T00:00:00+00:00'),
      ]
      await store.deleteDocument('notes/a', { ...older, content })
      await store.deleteDocument('notes/b', { ...newer, content })
      assert.deepEqual(await store.listTrash(['notes']), [newer, older])
      await store.putDocument(write({ ...draft('a'), collection: 'notes' }), never)
      const again = entry('notes/a', '2026-01-04T00:00:00+00:00')
      await store.deleteDocument('notes/a', { ...again, content })
      assert.deepEqual(await store.listTrash(['notes']), [again, newer])
      await store.removeTrash(['notes/b', 'notes/none'])
      assert.deepEqual(await store.listTrash(['notes']), [again])
    })

    test('the trash stays when its collection is rebuilt, and goes when it is deleted', async context => {
      const { open } = await storePlace(context, urlIn)
      const store = await open()
      await store.ensureCollection(collection('notes'))
      await store.putDocument(write({ ...draft('a'), collection: 'notes' }), never)
      const trashed = entry('notes/a', '2026-01-02T00:00:00+00:00')
      await store.deleteDocument('notes/a', { ...trashed, content })
      await store.ensureCollection(collection('notes~next'))
      await succeed(store, 'notes', 'notes~next')
      assert.deepEqual(await (await open()).listTrash(['notes']), [trashed], 'other processes see it')
      await store.deleteCollection('notes')
      assert.deepEqual(await store.listTrash(null), [])
    })
  })
}
