import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Store } from '../../src/core/ports/store.ts'
import {
  collection,
  idsOf,
  never,
  rankByVector,
  rankByWords,
  storePlace,
  storeWith,
  type UrlIn,
  write,
} from './store-fixtures.ts'

const scope = { collections: ['notes'], filter: [], limit: 10 }
const east = Float32Array.of(1, 0, 0, 0)

export function testStorePending(name: string, urlIn: UrlIn): void {
  describe(`${name} keeps chunks that wait for their vector`, () => {
    const byWords = async (store: Store) =>
      idsOf((await rankByWords(store, { ...scope, terms: ['word'] }, never)).ranked).sort()
    const byVector = async (store: Store) =>
      idsOf(await rankByVector(store, { ...scope, vector: east }, never))
    const pending = (store: Store, first: string[] = [], limit = 10) =>
      store.listPending({ collection: 'notes', first, limit })
    const drafts = [
      {
        source: 'a',
        chunks: [
          { text: 'word one', pending: 'embed a0' },
          { text: 'word two', pending: 'embed a1' },
        ],
      },
      { source: 'b', chunks: [{ text: 'word three', pending: 'embed b0' }] },
      { source: 'c', chunks: [{ text: 'word four' }] },
    ]

    test('words find them at once, vectors as soon as they are added', async context => {
      const store = await storeWith(context, urlIn, drafts)
      assert.deepEqual(await byWords(store), ['notes/a#0', 'notes/a#1', 'notes/b#0', 'notes/c#0'])
      assert.deepEqual(await byVector(store), ['notes/c#0'])
      const waiting = await pending(store)
      assert.deepEqual(
        waiting.map(({ chunkId, documentId, text }) => [chunkId, documentId, text]),
        [
          ['notes/a#0', 'notes/a', 'embed a0'],
          ['notes/a#1', 'notes/a', 'embed a1'],
          ['notes/b#0', 'notes/b', 'embed b0'],
        ],
      )
      const [first, second, third] = waiting.map(({ key }) => ({ key, vector: east }))
      assert.equal(await store.putVectors('notes', [second!], never), 1)
      assert.deepEqual((await byVector(store)).sort(), ['notes/a#1', 'notes/c#0'])
      assert.equal(await store.putVectors('notes', [first!, third!], never), 2)
      assert.deepEqual((await byVector(store)).sort(), ['notes/a#0', 'notes/a#1', 'notes/b#0', 'notes/c#0'])
      assert.deepEqual(await pending(store), [])
      assert.deepEqual(await store.check(never), { ok: true, problems: [] })
    })

    test('the same in another process that already searched', async context => {
      const place = await storePlace(context, urlIn)
      const [store, other] = [await place.open(), await place.open()]
      await store.ensureCollection(collection('notes'))
      for (const draft of drafts) await store.putDocument(write({ ...draft, collection: 'notes' }), never)
      assert.deepEqual(await byVector(other), ['notes/c#0'])
      for (const { key } of await pending(store))
        await store.putVectors('notes', [{ key, vector: east }], never)
      assert.equal((await byVector(other)).length, 4)
    })

    test('counts say how many wait', async context => {
      const store = await storeWith(context, urlIn, drafts)
      const counts = async () => {
        const { chunks, vectors, pending: waiting, lexical } = await store.countIndexes('notes')
        return {
          chunks,
          vectors,
          waiting,
          lexical,
          described: (await store.describeCollections())[0]?.pending,
        }
      }
      assert.deepEqual(await counts(), { chunks: 4, vectors: 1, waiting: 3, lexical: 4, described: 3 })
      assert.equal(await store.countChunks({ collections: ['notes'], filter: [] }), 4)
      await byVector(store)
      assert.equal(await store.countChunks({ collections: ['notes'], filter: [] }), 4)
      await store.deleteDocument('notes/a')
      assert.deepEqual(await counts(), { chunks: 2, vectors: 1, waiting: 1, lexical: 2, described: 1 })
    })

    test('those of preferred documents come first, and the limit holds', async context => {
      const store = await storeWith(context, urlIn, drafts)
      const ids = async (...request: [first?: string[], limit?: number]) =>
        (await pending(store, ...request)).map(({ chunkId }) => chunkId)
      assert.deepEqual(await ids(['notes/b', 'notes/gone']), ['notes/b#0', 'notes/a#0', 'notes/a#1'])
      assert.deepEqual(await ids(['notes/b'], 2), ['notes/b#0', 'notes/a#0'])
      assert.deepEqual(await ids(['notes/a'], 1), ['notes/a#0'])
      assert.deepEqual(await store.listPending({ collection: 'nowhere', first: [], limit: 9 }), [])
    })

    test('a vector for an earlier version of a chunk is not stored', async context => {
      const store = await storeWith(context, urlIn, drafts)
      const waiting = await pending(store)
      const replaced = { source: 'b', chunks: [{ text: 'word new', pending: 'embed anew' }] }
      await store.putDocument(write({ ...replaced, collection: 'notes' }), never)
      const vectors = waiting.map(({ key }) => ({ key, vector: east }))
      assert.equal(await store.putVectors('notes', vectors, never), 2)
      assert.equal(await store.putVectors('notes', vectors, never), 0, 'they are stored once')
      assert.deepEqual(
        (await pending(store)).map(({ text }) => text),
        ['embed anew'],
      )
    })

    test('a vector that does not fit is refused with all others', async context => {
      const store = await storeWith(context, urlIn, drafts)
      const [one, other] = await pending(store)
      const vectors = [
        { key: one!.key, vector: east },
        { key: other!.key, vector: Float32Array.of(1, 0) },
      ]
      await assert.rejects(store.putVectors('notes', vectors, never), { code: 'EMBEDDING_MISMATCH' })
      await assert.rejects(store.putVectors('nowhere', [], never), { code: 'COLLECTION_NOT_FOUND' })
      assert.equal((await pending(store)).length, 3)
    })

    test('chunks are exported as they were stored, with tokens that come with either write', async context => {
      const store = await storeWith(context, urlIn, [])
      const { document, chunks } = write({ ...drafts[0]!, collection: 'notes' })
      const tokenBits = Uint8Array.of(1, 2, 255)
      await store.putDocument(
        { document, chunks: chunks.map((chunk, at) => (at === 0 ? { ...chunk, tokenBits } : chunk)) },
        never,
      )
      const exported = await store.exportChunks('notes/a')
      assert.deepEqual(
        exported.map(chunk => [chunk.vector, chunk.tokenBits && [...chunk.tokenBits]]),
        [
          [{ text: 'embed a0' }, [1, 2, 255]],
          [{ text: 'embed a1' }, null],
        ],
      )
      const [, second] = await pending(store)
      await store.putVectors(
        'notes',
        [{ key: second!.key, vector: east, tokenBits: Uint8Array.of(7) }],
        never,
      )
      const loaded = await store.loadChunks(['notes/a#1', 'notes/a#0'], { tokenBits: true })
      assert.deepEqual(
        loaded.map(chunk => [...(chunk.tokenBits ?? [])]),
        [[7], [1, 2, 255]],
      )
      assert.ok((await store.loadChunks(['notes/a#0'])).every(chunk => chunk.tokenBits === undefined))
    })
    test('chunks with a vector but without token bits are listed until they get them', async context => {
      const store = await storeWith(context, urlIn, [
        ...drafts,
        { source: 'd', chunks: [{ text: 'word five' }] },
      ])
      const untokened = () => store.listUntokened({ collection: 'notes', after: null })
      const { chunks, next } = await untokened()
      assert.deepEqual(
        chunks.map(({ chunkId, documentId }) => [chunkId, documentId]),
        [
          ['notes/c#0', 'notes/c'],
          ['notes/d#0', 'notes/d'],
        ],
      )
      assert.equal(next, null)
      const tokens = chunks.map(({ key }, index) => ({ key, tokenBits: Uint8Array.of(index) }))
      const gone = { key: '999999', tokenBits: Uint8Array.of(1) }
      assert.equal(await store.putTokens('notes', [...tokens, gone], never), 2)
      assert.deepEqual((await untokened()).chunks, [])
      const loaded = await store.loadChunks(['notes/d#0', 'notes/c#0'], { tokenBits: true })
      assert.deepEqual(
        loaded.map(({ tokenBits }) => [...(tokenBits ?? [])]),
        [[1], [0]],
      )
      const dense = { vector: east, collections: ['notes'] }
      const ranked = async (tokensPerLeg?: number) => {
        const asked = {
          ...scope,
          lexical: null,
          dense,
          ...(tokensPerLeg === undefined ? {} : { tokensPerLeg }),
        }
        return (await store.rank(asked, never)).candidates.filter(({ tokenBits }) => tokenBits !== undefined)
      }
      assert.deepEqual(
        [(await ranked()).length, (await ranked(1)).length, (await ranked(5)).length],
        [0, 1, 2],
      )
      const nowhere = await store.listUntokened({ collection: 'nowhere', after: null })
      assert.deepEqual(nowhere, { chunks: [], next: null })
      await assert.rejects(store.putTokens('nowhere', [], never), { code: 'COLLECTION_NOT_FOUND' })
    })
  })

  describe(`${name} describes collections for the search`, () => {
    test('documents are counted by language, and a calibration is kept until it is changed', async context => {
      const store = await storeWith(context, urlIn, [
        { source: 'a', language: 'en', chunks: [{ text: 'x' }] },
        { source: 'b', language: 'fr', chunks: [{ text: 'x' }] },
        { source: 'c', language: 'fr', chunks: [{ text: 'x' }] },
      ])
      const described = async () => (await store.describeCollections())[0]
      assert.deepEqual((await described())?.languages, ['fr', 'en'])
      assert.deepEqual((await described())?.documentsByLanguage, { fr: 2, en: 1 })
      assert.equal((await described())?.calibration, null)
      await store.updateCollection('notes', { calibration: { mean: 0.7, of: ['x'] } })
      await store.updateCollection('notes', {})
      assert.deepEqual((await described())?.calibration, { mean: 0.7, of: ['x'] })
      await store.updateCollection('notes', { calibration: null })
      assert.equal((await described())?.calibration, null)
    })
  })
}
