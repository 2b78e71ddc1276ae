import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { never, storeWith, type UrlIn, write } from './store-fixtures.ts'

const speeches = [
  {
    source: 'a',
    language: 'en',
    metadata: { date: '2001-01-01', tags: ['tax', 'roads'] },
    chunks: [
      { text: 'one', terms: ['tax', 'road'] },
      { text: 'two', terms: ['wool', '=co-op'] },
    ],
  },
  {
    source: 'b',
    language: 'en',
    metadata: { date: '2001-01-01', tags: ['tax'] },
    chunks: [{ text: 'three', terms: ['tax'], headings: ['wool'] }],
  },
  { source: 'c', language: 'de', metadata: { date: '2002-01-01' }, chunks: [{ text: 'x', terms: ['tax'] }] },
  { source: 'd', language: 'en', metadata: { words: 5 }, chunks: [{ text: 'y', terms: ['tax'] }] },
]

export function testStoreTallies(name: string, urlIn: UrlIn): void {
  describe(`${name} counts documents by value`, () => {
    test('each value once, in order, and a list under each of its members', async context => {
      const store = await storeWith(context, urlIn, speeches)
      const tally = (by: string) => store.tallyDocuments('notes', { by, filter: [], terms: [] })
      assert.deepEqual(await tally('date'), [
        { value: '2001-01-01', documents: 2 },
        { value: '2002-01-01', documents: 1 },
      ])
      assert.deepEqual(await tally('tags'), [
        { value: 'roads', documents: 1 },
        { value: 'tax', documents: 2 },
      ])
      assert.deepEqual(await tally('words'), [], 'numbers are no text')
      assert.deepEqual(await store.tallyDocuments('none', { by: 'date', filter: [], terms: [] }), [])
    })

    test('all terms must be in the document, in any chunk, in text or heading', async context => {
      const store = await storeWith(context, urlIn, speeches)
      const count = async (...terms: string[]) =>
        (await store.tallyDocuments('notes', { by: 'date', filter: [], terms })).map(
          ({ value, documents }) => `${value} ${documents}`,
        )
      assert.deepEqual(await count('tax'), ['2001-01-01 2', '2002-01-01 1'])
      assert.deepEqual(await count('tax', 'tax'), ['2001-01-01 2', '2002-01-01 1'])
      assert.deepEqual(await count('tax', 'wool'), ['2001-01-01 2'])
      assert.deepEqual(await count('road', 'wool', '=co-op'), ['2001-01-01 1'])
      assert.deepEqual(await count('tax', 'nowhere'), [])
    })

    test('a filter comes first, and a write is seen at once', async context => {
      const store = await storeWith(context, urlIn, speeches)
      const english = () =>
        store.tallyDocuments('notes', {
          by: 'date',
          filter: [{ field: 'language', op: 'equals', value: 'en' }],
          terms: ['tax'],
        })
      assert.deepEqual(await english(), [{ value: '2001-01-01', documents: 2 }])
      const [first] = speeches
      assert.ok(first)
      await store.putDocument(
        write({ ...first, collection: 'notes', chunks: [{ text: 'gone', terms: [] }] }),
        never,
      )
      assert.deepEqual(await english(), [{ value: '2001-01-01', documents: 1 }])
      await assert.rejects(
        store.tallyDocuments('notes', {
          by: 'date',
          filter: [{ field: 'page', op: 'equals', value: 1 }],
          terms: [],
        }),
        { code: 'INVALID_FILTER' },
      )
    })
  })
}
