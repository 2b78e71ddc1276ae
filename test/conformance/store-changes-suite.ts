import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { citationsPolicy, type ProjectSettings, unfinishedId } from '../../src/core/model/collection.ts'
import {
  collection,
  never,
  rankByVector,
  rankByWords,
  storePlace,
  storeWith,
  succeed,
  type UrlIn,
  write,
} from './store-fixtures.ts'

const project: ProjectSettings = {
  id: 'lab/notes',
  hybrid: true,
  topK: 6,
  maxTopK: 20,
  maxChars: 1800,
  references: null,
  embedder: null,
}

export function testStoreChanges(name: string, urlIn: UrlIn): void {
  describe(`${name} changes the named documents only`, () => {
    test('settings of a collection change, and what it holds does not', async context => {
      const store = await storeWith(context, urlIn, [{ source: 'a', chunks: [{ text: 'kept' }] }])
      await store.updateCollection('notes', { project, policy: citationsPolicy })
      const changed = await store.getCollection('notes')
      assert.deepEqual([changed?.project, changed?.policy], [project, citationsPolicy])
      await store.updateCollection('notes', { project: { ...project, topK: 9 } })
      assert.equal((await store.getCollection('notes'))?.project?.topK, 9)
      assert.deepEqual((await store.getCollection('notes'))?.policy, citationsPolicy)
      await store.updateCollection('notes', { project: null })
      assert.equal((await store.getCollection('notes'))?.project, null)
      assert.equal((await store.countDocument('notes/a'))?.chunks, 1)
      await assert.rejects(store.updateCollection('none', {}), { code: 'COLLECTION_NOT_FOUND' })
    })

    test('only an empty collection is bound to another model', async context => {
      const store = await storeWith(context, urlIn, [])
      const binding = { model: 'other', dimensions: 8 }
      assert.deepEqual(await store.updateCollection('notes', { binding }), collection('notes', binding))
      await store.updateCollection('notes', { binding: { model: 'test-model', dimensions: 4 } })
      await store.putDocument(write({ collection: 'notes', source: 'a', chunks: [{ text: 'x' }] }), never)
      assert.equal((await store.updateCollection('notes', { binding })).model, 'test-model')
      assert.equal((await store.getCollection('notes'))?.dimensions, 4)
    })

    test('one collection takes the place of another, whole, for every handle', async context => {
      const place = await storePlace(context, urlIn)
      const [store, other] = [await place.open(), await place.open()]
      await store.ensureCollection(collection('notes'))
      await store.ensureCollection(collection('next', { model: 'new', dimensions: 2 }))
      await store.putDocument(write({ collection: 'notes', source: 'a', chunks: [{ text: 'old' }] }), never)
      const renewed = write({ collection: 'next', source: 'a', chunks: [{ text: 'new', vector: [0, 1] }] })
      await store.putDocument(renewed, never)
      const ask = (vector: number[]) =>
        rankByVector(
          other,
          { collections: ['notes'], filter: [], vector: Float32Array.from(vector), limit: 5 },
          never,
        )
      assert.deepEqual(
        (await ask([1, 0, 0, 0])).map(hit => hit.chunkId),
        ['notes/a#0'],
      )
      assert.equal(await succeed(store, 'notes', 'next'), true)
      assert.deepEqual(
        (await ask([0, 1])).map(hit => hit.chunkId),
        ['next/a#0'],
      )
      const words = await rankByWords(
        other,
        { collections: ['notes'], filter: [], terms: ['new'], limit: 5 },
        never,
      )
      assert.deepEqual(
        words.ranked.map(hit => hit.chunkId),
        ['next/a#0'],
      )
      assert.deepEqual(
        (await store.listCollections()).map(row => [row.name, row.model, row.chunks]),
        [['notes', 'new', 1]],
      )
      assert.equal((await store.readDocument('next/a'))?.collection, 'notes')
      assert.deepEqual(await store.check(never), { ok: true, problems: [] })
      await assert.rejects(succeed(store, 'notes', 'next'), { code: 'COLLECTION_NOT_FOUND' })
      assert.equal((await store.countIndexes('notes')).chunks, 1)
    })

    test('a collection that was written to since it was compared is not replaced, and no other one with it', async context => {
      const store = await storeWith(context, urlIn, [{ source: 'a', chunks: [{ text: 'one' }] }])
      for (const name of ['other', 'next', 'other-next']) await store.ensureCollection(collection(name))
      const versions = new Map(
        (await store.describeCollections()).map(({ name, version }) => [name, version]),
      )
      const successions = [
        { name: 'other', by: 'other-next', version: versions.get('other') ?? '' },
        { name: 'notes', by: 'next', version: versions.get('notes') ?? '' },
      ]
      await store.putDocument(write({ collection: 'notes', source: 'b', chunks: [{ text: 'two' }] }), never)
      assert.equal(await store.replaceCollections(successions), false)
      assert.deepEqual(
        (await store.listCollections()).map(({ name, documents }) => [name, documents]),
        [
          ['next', 0],
          ['notes', 2],
          ['other', 0],
          ['other-next', 0],
        ],
      )
    })

    test('a successor takes the scope and the project, and its copies take the ids of the documents', async context => {
      const project = {
        id: 'p',
        hybrid: true,
        topK: 6,
        maxTopK: 20,
        maxChars: 1800,
        references: null,
        embedder: null,
      }
      const store = await storeWith(context, urlIn, [{ source: 'a', id: 'stays', chunks: [{ text: 'one' }] }])
      const chosen = { embedder: 'hub:lab/new', formerModels: ['test-model'] }
      await store.ensureCollection(collection('next', { scope: 'isolated', model: 'new', ...chosen }))
      const copy = { collection: 'next', source: 'a', id: unfinishedId('stays'), chunks: [{ text: 'one' }] }
      await store.putDocument(write(copy), never)
      await store.updateCollection('notes', { project })
      assert.equal(await succeed(store, 'notes', 'next'), true)
      assert.deepEqual(
        await store.getCollection('notes'),
        collection('notes', { model: 'new', project, ...chosen }),
      )
      assert.equal((await store.readDocument('stays'))?.collection, 'notes')
      assert.deepEqual(await store.check(never), { ok: true, problems: [] })
    })

    test('compacting changes nothing but the space', async context => {
      const store = await storeWith(context, urlIn, [{ source: 'a', chunks: [{ text: 'one' }] }])
      await store.compact(never)
      assert.equal((await store.readDocument('notes/a'))?.markdown, 'one\n\n')
      assert.deepEqual(await store.check(never), { ok: true, problems: [] })
    })

    test('indexes are counted one by one', async context => {
      const store = await storeWith(context, urlIn, [
        { source: 'a', chunks: [{ text: 'one' }, { text: 'two' }] },
        { source: 'b', chunks: [{ text: 'three' }] },
      ])
      assert.deepEqual(await store.countIndexes('notes'), {
        documents: 2,
        chunks: 3,
        vectors: 3,
        pending: 0,
        lexical: 3,
      })
      await assert.rejects(store.countIndexes('none'), { code: 'COLLECTION_NOT_FOUND' })
    })
  })

  describe(`${name} writes several documents at once`, () => {
    test('all are there, or none', async context => {
      const store = await storeWith(context, urlIn, [])
      const good = write({ collection: 'notes', source: 'a', chunks: [{ text: 'good' }] })
      const bad = write({ collection: 'notes', source: 'b', chunks: [{ text: 'bad', vector: [1, 2] }] })
      await assert.rejects(store.putDocuments([good, bad], never), { code: 'EMBEDDING_MISMATCH' })
      assert.equal(await store.readDocument('notes/a'), null)
      await store.putDocuments([good, write({ collection: 'notes', source: 'b', chunks: [] })], never)
      assert.deepEqual((await store.listCollections())[0]?.documents, 2)
      await assert.rejects(store.putDocuments([bad], AbortSignal.abort()))
      assert.equal((await store.readSummary('notes/b'))?.chunkCount, 0)
    })
  })

  describe(`${name} describes documents anew`, () => {
    test('title and metadata change, filters follow, text and chunks stay', async context => {
      const store = await storeWith(context, urlIn, [
        { source: 'a', metadata: { year: 1999, tags: ['old'] }, chunks: [{ text: 'sheet' }] },
      ])
      const ask = async (value: string) =>
        (
          await rankByWords(
            store,
            {
              collections: ['notes'],
              filter: [{ field: 'metadata.tags', op: 'contains', value }],
              terms: ['sheet'],
              limit: 5,
            },
            never,
          )
        ).ranked.length
      assert.deepEqual([await ask('old'), await ask('new')], [1, 0])
      assert.equal(
        await store.describeDocument('notes/a', { title: 'Renamed', metadata: { tags: ['new'] } }),
        true,
      )
      assert.deepEqual([await ask('old'), await ask('new')], [0, 1])
      const summary = await store.readSummary('notes/a')
      assert.deepEqual(
        [summary?.title, summary?.metadata, summary?.chunkCount],
        ['Renamed', { tags: ['new'] }, 1],
      )
      const dense = { collections: ['notes'], filter: [], vector: Float32Array.of(1, 0, 0, 0), limit: 5 }
      assert.equal((await rankByVector(store, dense, never)).length, 1)
      assert.equal(await store.describeDocument('none', { title: '', metadata: {} }), false)
      assert.deepEqual(await store.check(never), { ok: true, problems: [] })
    })

    test('documents are found by what is known of them, newest first', async context => {
      const store = await storeWith(context, urlIn, [
        { source: 'a', metadata: { citekey: 'k' }, createdAt: '2026-01-01T00:00:00+00:00', chunks: [] },
        { source: 'b', metadata: { citekey: 'k' }, createdAt: '2026-01-02T00:00:00+00:00', chunks: [] },
        { source: 'c', metadata: { citekey: 'other' }, chunks: [] },
      ])
      const byKey = [{ field: 'metadata.citekey', op: 'equals', value: 'k' }] as const
      const sources = async (limit: number) =>
        (await store.findDocuments('notes', byKey, limit)).map(({ source }) => source)
      assert.deepEqual(await sources(10), ['b', 'a'])
      assert.deepEqual(await sources(1), ['b'])
      assert.deepEqual(await store.findDocuments('none', byKey, 10), [])
      await assert.rejects(store.findDocuments('notes', [{ field: 'page', op: 'equals', value: 1 }], 1), {
        code: 'INVALID_FILTER',
      })
      assert.equal(await store.readSummary('none'), null)
    })
  })
}
