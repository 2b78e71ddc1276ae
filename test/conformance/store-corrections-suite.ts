import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { splitCorrection } from '../../src/core/model/correction.ts'
import { emptyReference } from '../../src/core/model/reference.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { collection, never, storePlace, storeWith, succeed, type UrlIn, write } from './store-fixtures.ts'

const pages = (labels: readonly (string | null)[]) =>
  labels.map((label, at) => ({ number: at + 1, label, start: at, end: at + 1, ocr: false }))

const paper = {
  source: 'a',
  title: 'INTRODUCTION',
  pageLabelSource: 'printed' as const,
  pages: pages(['1', '2', null]),
  chunks: [{ text: 'sheet', page: [2, 3] as [number, number] }],
}
const correction = { title: 'Free Culture', labels: [{ page: 1, label: '465' }] }

async function seen(store: Store, id = 'notes/a') {
  const document = await store.readDocument(id)
  const [chunk] = await store.exportChunks(id)
  return {
    title: document?.title,
    labels: document?.pages.map(page => page.label),
    source: document?.pageLabelSource,
    chunk: [chunk?.chunk.pages?.firstLabel, chunk?.chunk.pages?.lastLabel],
    corrected: (await store.readSummary(id))?.corrected !== undefined,
  }
}

const right = {
  title: 'Free Culture',
  labels: ['465', '466', '467'],
  source: 'corrected',
  chunk: ['466', '467'],
  corrected: true,
}

export function testStoreCorrections(name: string, urlIn: UrlIn): void {
  describe(`${name} keeps corrections`, () => {
    test('a correction is applied at once, and taken back at once', async context => {
      const store = await storeWith(context, urlIn, [paper])
      assert.equal(await store.correctDocument('notes/a', correction), true)
      assert.deepEqual(await seen(store), right)
      assert.equal(await store.correctDocument('notes/a', null), true)
      assert.deepEqual(await seen(store), {
        title: 'INTRODUCTION',
        labels: ['1', '2', null],
        source: 'printed',
        chunk: ['2', null],
        corrected: false,
      })
      assert.equal(await store.correctDocument('none', correction), false)
      assert.deepEqual(await store.check(never), { ok: true, problems: [] })
    })

    test('a replaced, a deleted and a newly described document is corrected again', async context => {
      const store = await storeWith(context, urlIn, [paper])
      await store.correctDocument('notes/a', correction)
      await store.putDocument(
        write({ ...paper, collection: 'notes', fingerprint: 'new', id: 'newer' }),
        never,
      )
      assert.deepEqual(await seen(store, 'newer'), right)
      await store.deleteDocument('newer')
      await store.putDocument(write({ ...paper, collection: 'notes' }), never)
      assert.deepEqual(await seen(store), right)
      const labels = { pages: pages(['7', '8', '9']), source: 'reference' as const }
      await store.describeDocument('notes/a', { title: 'From the reference', metadata: {}, labels })
      assert.deepEqual(await seen(store), right)
      await store.correctDocument('notes/a', null)
      const { title, labels: shown, source, chunk } = await seen(store)
      assert.deepEqual(
        [title, shown, source, chunk],
        ['From the reference', ['7', '8', '9'], 'reference', ['8', '9']],
      )
    })

    test('the reference of a correction is in the metadata and found by filters, until it is taken back', async context => {
      const store = await storeWith(context, urlIn, [{ ...paper, metadata: { shelf: 3, year: 1900 } }])
      const reference = { ...emptyReference, citekey: 'lessig2004', title: 'Free Culture' }
      await store.correctDocument('notes/a', { title: null, labels: [], reference })
      const find = (citekey: string) =>
        store.findDocuments('notes', [{ field: 'metadata.citekey', op: 'equals', value: citekey }], 5)
      assert.equal((await find('lessig2004')).length, 1)
      const corrected = await store.readDocument('notes/a')
      assert.deepEqual(
        [corrected?.title, corrected?.metadata.shelf, corrected?.metadata.citekey],
        ['Free Culture', 3, 'lessig2004'],
      )
      await store.putDocument(write({ ...paper, collection: 'notes', fingerprint: 'new' }), never)
      assert.equal((await find('lessig2004')).length, 1)
      await store.correctDocument('notes/a', null)
      assert.equal((await find('lessig2004')).length, 0)
      assert.equal((await store.readDocument('notes/a'))?.title, 'INTRODUCTION')
      assert.deepEqual(await store.check(never), { ok: true, problems: [] })
    })

    test('a rebuilt collection has the corrections that the old one has at the end', async context => {
      const store = await storeWith(context, urlIn, [paper, { ...paper, source: 'b' }])
      await store.ensureCollection(collection('next'))
      await store.correctDocument('notes/b', correction)
      for (const source of ['a', 'b']) {
        const stored = await store.readDocument(`notes/${source}`)
        assert.ok(stored !== null)
        const { document, correction: known } = splitCorrection(stored)
        assert.deepEqual(document.title, 'INTRODUCTION')
        const next = write({ ...paper, collection: 'next', source })
        await store.putDocument({ ...next, correction: known }, never)
      }
      assert.deepEqual(await seen(store, 'next/b'), right)
      await store.correctDocument('notes/a', correction)
      await store.correctDocument('notes/b', null)
      assert.equal(await succeed(store, 'notes', 'next'), true)
      assert.deepEqual(await seen(store, 'next/a'), right)
      assert.equal((await seen(store, 'next/b')).corrected, false)
      await store.putDocument(write({ ...paper, collection: 'notes', id: 'again' }), never)
      assert.deepEqual(await seen(store, 'again'), right)
    })

    test('a document brings its correction along, unless its source has one here', async context => {
      const place = await storePlace(context, urlIn)
      const store = await place.open()
      await store.ensureCollection(collection('notes'))
      const other = { title: 'Another', labels: [] }
      await store.putDocument({ ...write({ ...paper, collection: 'notes' }), correction }, never)
      assert.deepEqual(await seen(store), right)
      await store.putDocument({ ...write({ ...paper, collection: 'notes' }), correction: other }, never)
      assert.deepEqual(await seen(store), right)
      await store.deleteCollection('notes')
      await store.ensureCollection(collection('notes'))
      await store.putDocument(write({ ...paper, collection: 'notes' }), never)
      assert.equal((await seen(store)).corrected, false)
    })
  })
}
