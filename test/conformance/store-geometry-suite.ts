import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PageGeometry } from '../../src/core/model/geometry.ts'
import { collection, never, storePlace, succeed, type UrlIn, write } from './store-fixtures.ts'

const lineAt = (start: number, y0: number) => ({
  ...{ x0: 72, y0, x1: 300.5, y1: y0 + 10.2 },
  ...{ start, end: start + 5, isRightToLeft: start === 6 },
})
const geometry: PageGeometry[] = [1, 2, 4].map(page => ({
  page,
  width: 612,
  height: 792,
  lines: [lineAt(10 * page, 100), lineAt(10 * page + 6, 112.5)],
}))
const paper = { source: 'a', collection: 'notes', chunks: [{ text: 'one line and another line' }] }

export function testStoreGeometry(name: string, urlIn: UrlIn): void {
  describe(`${name} keeps where lines are on their pages`, () => {
    test('what was stored is returned, for some pages or all', async context => {
      const place = await storePlace(context, urlIn)
      const store = await place.open()
      await store.ensureCollection(collection('notes'))
      const blank = { page: 3, width: 612, height: 792, lines: [] }
      const [one, two, four] = geometry
      assert.ok(one && two && four)
      await store.putDocument({ ...write(paper), geometry: [one, two, blank, four] }, never)
      assert.deepEqual(await store.readGeometry('notes/a', null), geometry)
      assert.deepEqual(await store.readGeometry('notes/a', { first: 2, last: 3 }), [two])
      assert.deepEqual(await store.readGeometry('notes/a', { first: 5, last: 9 }), [])
      assert.deepEqual(await store.readGeometry('none', null), [])
      assert.deepEqual(await (await place.open()).readGeometry('notes/a', null), geometry)
      assert.deepEqual(await store.check(never), { ok: true, problems: [] })
    })

    test('it is replaced and removed with its document', async context => {
      const store = await (await storePlace(context, urlIn)).open()
      await store.ensureCollection(collection('notes'))
      await store.putDocument({ ...write(paper), geometry }, never)
      await store.putDocument({ ...write({ ...paper, id: 'newer' }), geometry: geometry.slice(1) }, never)
      assert.deepEqual(await store.readGeometry('notes/a', null), [])
      assert.deepEqual(await store.readGeometry('newer', null), geometry.slice(1))
      await store.putDocument(write({ ...paper, id: 'bare' }), never)
      assert.deepEqual(await store.readGeometry('bare', null), [])
      await store.putDocument({ ...write(paper), geometry }, never)
      await store.deleteDocument('notes/a')
      assert.deepEqual(await store.readGeometry('notes/a', null), [])
    })

    test('it is written with the document or not at all, and stays in a collection that replaces another', async context => {
      const store = await (await storePlace(context, urlIn)).open()
      await store.ensureCollection(collection('notes'))
      await store.ensureCollection(collection('next'))
      const twice = { ...write(paper), geometry: [...geometry, ...geometry] }
      await assert.rejects(store.putDocument(twice, never))
      assert.equal(await store.readDocument('notes/a'), null)
      await store.putDocument({ ...write({ ...paper, collection: 'next' }), geometry }, never)
      assert.equal(await succeed(store, 'notes', 'next'), true)
      assert.deepEqual(await store.readGeometry('next/a', null), geometry)
    })
  })
}
