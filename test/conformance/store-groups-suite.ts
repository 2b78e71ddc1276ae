import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { collection, never, rankByVector, storeWith, type UrlIn, write } from './store-fixtures.ts'

const speeches = [
  {
    source: 'a',
    metadata: { who: 'ada', date: '2001-01-01', words: 10, tags: ['tax', 'roads'], at: 'H|1|1' },
  },
  {
    source: 'b',
    metadata: { who: 'ada', date: '2003-01-01', words: 5, tags: ['tax'], at: 'H|1|2', seat: 'Bass' },
  },
  { source: 'c', metadata: { who: 'bob', date: '2002-01-01', words: 7, tags: [], at: 'H|2|1' } },
  { source: 'd', metadata: { who: 'cy', date: '2002-02-02', words: 1, at: 'S|1|1' } },
].map(draft => ({ ...draft, chunks: [{ text: `words of ${draft.source}` }] }))

const request = { by: 'who', filter: [], sum: 'words', range: 'date', top: 'tags', latest: ['seat'] } as const

export function testStoreGroups(name: string, urlIn: UrlIn): void {
  describe(`${name} sums up`, () => {
    test('documents are grouped with sums, dates, frequent members and the newest values', async context => {
      const store = await storeWith(context, urlIn, speeches)
      const groups = await store.groupDocuments('notes', request)
      assert.deepEqual(groups, [
        {
          value: 'ada',
          documents: 2,
          sum: 15,
          first: '2001-01-01',
          last: '2003-01-01',
          top: ['tax', 'roads'],
          latest: { seat: 'Bass' },
        },
        {
          value: 'bob',
          documents: 1,
          sum: 7,
          first: '2002-01-01',
          last: '2002-01-01',
          top: [],
          latest: { seat: null },
        },
        {
          value: 'cy',
          documents: 1,
          sum: 1,
          first: '2002-02-02',
          last: '2002-02-02',
          top: [],
          latest: { seat: null },
        },
      ])
    })

    test('a filter comes first, a write is seen at once, and nothing of another collection is', async context => {
      const store = await storeWith(context, urlIn, speeches)
      await store.ensureCollection(collection('other'))
      await store.putDocument(
        write({ collection: 'other', source: 'x', metadata: { who: 'zed' }, chunks: [] }),
        never,
      )
      const filter = [{ field: 'metadata.date', op: 'between', from: '2002-01-01', to: null }] as const
      const counts = async () =>
        (await store.groupDocuments('notes', { ...request, filter })).map(group => [
          group.value,
          group.documents,
        ])
      const before = [
        ['ada', 1],
        ['bob', 1],
        ['cy', 1],
      ]
      assert.deepEqual(await counts(), before)
      await store.deleteDocument('notes/c')
      assert.deepEqual(await counts(), [before[0], before[2]])
      assert.deepEqual(await store.groupDocuments('none', request), [])
    })

    test('neighbours follow the order of a key and stay within its beginning', async context => {
      const store = await storeWith(context, urlIn, speeches)
      const around = async (value: string, prefix: string) => {
        const { before, after } = await store.findNeighbours('notes', { key: 'at', value, prefix })
        return [before?.source ?? null, after?.source ?? null]
      }
      assert.deepEqual(await around('H|1|2', 'H|'), ['a', 'c'])
      assert.deepEqual(await around('H|1|1', 'H|'), [null, 'b'])
      assert.deepEqual(await around('H|2|1', 'H|'), ['b', null])
      assert.deepEqual(await around('S|1|1', 'S|'), [null, null])
      assert.deepEqual(await around('H|2|1', ''), ['b', 'd'])
      const { before } = await store.findNeighbours('none', { key: 'at', value: 'x', prefix: '' })
      assert.equal(before, null)
    })

    test('chunks that pass a filter are counted over all named collections', async context => {
      const store = await storeWith(context, urlIn, speeches)
      const count = (
        filter: Parameters<typeof store.countChunks>[0]['filter'],
        collections = ['notes', 'none'],
      ) => store.countChunks({ collections, filter })
      assert.equal(await count([]), 4)
      assert.equal(await count([{ field: 'metadata.tags', op: 'contains_any', values: ['tax', 'x'] }]), 2)
      assert.equal(await count([{ field: 'metadata.who', op: 'equals', value: 'nobody' }]), 0)
      assert.equal(await count([], []), 0)
    })

    test('warming up changes nothing, and neither does it hide a later write', async context => {
      const store = await storeWith(context, urlIn, speeches)
      const question = { collections: ['notes'], filter: [], vector: Float32Array.of(1, 0, 0, 0), limit: 10 }
      await store.warm()
      assert.equal((await rankByVector(store, question, never)).length, 4)
      await store.putDocument(write({ collection: 'notes', source: 'e', chunks: [{ text: 'new' }] }), never)
      await store.warm()
      assert.equal((await rankByVector(store, question, never)).length, 5)
    })

    test('the version of a collection changes with every write', async context => {
      const store = await storeWith(context, urlIn, [])
      const versions = new Set<string>()
      const note = async () => versions.add((await store.describeCollections())[0]?.version ?? '')
      await note()
      await store.putDocument(write({ collection: 'notes', source: 'a', chunks: [] }), never)
      await note()
      await store.describeDocument('notes/a', { title: 'x', metadata: {} })
      await note()
      await store.deleteDocument('notes/a')
      await note()
      await store.deleteCollection('notes')
      await store.ensureCollection(collection('notes'))
      await note()
      assert.equal(versions.size, 5)
    })
  })
}
