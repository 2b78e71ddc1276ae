import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ProposalQuery, Store } from '../../src/core/ports/store.ts'
import { lexicalScoring } from '../../src/core/search/lexical-scoring.ts'
import { collection, never, storeWith, type UrlIn, write } from './store-fixtures.ts'

export function testStoreProposals(name: string, urlIn: UrlIn): void {
  describe(`${name} proposes documents that may contain a text`, () => {
    const passage = (...words: string[]) => ({
      words: words.map(word => ({ forms: word.split('|'), near: null })),
      scoring: lexicalScoring,
    })
    const propose = (store: Store, changes: Partial<ProposalQuery>) =>
      store.proposeDocuments(
        { collections: ['notes'], filter: [], passages: [], limit: 10, offset: 0, ...changes },
        never,
      )
    const shown = async (store: Store, changes: Partial<ProposalQuery>) =>
      (await propose(store, changes)).proposals.map(({ document, isRanked, share }) => [
        document.source,
        isRanked,
        Math.round(share * 100),
      ])
    const documents = [
      { source: 'none', createdAt: '2026-01-04T00:00:00+00:00', chunks: [{ text: 'other things' }] },
      {
        source: 'all',
        createdAt: '2026-01-01T00:00:00+00:00',
        chunks: [{ text: 'ledger of the mill' }, { text: 'warden paid late' }],
      },
      { source: 'half', createdAt: '2026-01-02T00:00:00+00:00', chunks: [{ text: 'mill and warden' }] },
      { source: 'new', createdAt: '2026-01-03T00:00:00+00:00', chunks: [{ text: 'quite different' }] },
      { source: 'empty', createdAt: '2026-01-05T00:00:00+00:00', chunks: [] },
    ]

    test('all documents come, those with ranked chunks first, each with its share of the words', async context => {
      const store = await storeWith(context, urlIn, documents)
      const passages = [passage('ledger|ledgers', 'mill'), passage('warden', 'late', 'absent')]
      assert.deepEqual(await shown(store, { passages }), [
        ['all', true, 100],
        ['half', true, 50],
        ['empty', false, 0],
        ['none', false, 0],
        ['new', false, 0],
      ])
      assert.equal((await propose(store, { passages })).total, 5)
    })

    test('beyond the ranked chunks, those with more of the words come first', async context => {
      const many = Array.from({ length: 40 }, (_, number) => ({
        source: `many${number}`,
        chunks: [{ text: 'mill mill mill' }],
      }))
      const few = { source: 'long', chunks: [{ text: `${'filler '.repeat(300)}mill` }, { text: 'plain' }] }
      const store = await storeWith(context, urlIn, [...many, few, ...documents])
      const { proposals } = await propose(store, { passages: [passage('mill')], limit: 100 })
      const long = proposals.findIndex(({ document }) => document.source === 'long')
      assert.equal(proposals[long]?.share, 1)
      assert.ok(proposals.slice(long + 1).some(({ share }) => share === 0))
      assert.ok(proposals.slice(0, long).every(({ share }) => share === 1))
    })

    test('limit and offset page through them, and the filter restricts them', async context => {
      const store = await storeWith(context, urlIn, documents)
      const passages = [passage('mill')]
      const sources = async (changes: Partial<ProposalQuery>) =>
        (await shown(store, { passages, ...changes })).map(([source]) => source)
      const all = await sources({})
      assert.deepEqual([...(await sources({ limit: 2 })), ...(await sources({ limit: 9, offset: 2 }))], all)
      assert.deepEqual(await sources({ filter: [{ field: 'source', op: 'equals', value: 'half' }] }), [
        'half',
      ])
      await assert.rejects(
        propose(store, { passages, filter: [{ field: 'page', op: 'equals', value: 1 }] }),
        {
          code: 'INVALID_FILTER',
        },
      )
    })

    test('only the named collections are proposed, and no words propose no order but the newest first', async context => {
      const store = await storeWith(context, urlIn, documents)
      await store.ensureCollection(collection('secret'))
      await store.putDocument(
        write({ collection: 'secret', source: 'hidden', chunks: [{ text: 'ledger mill' }] }),
        never,
      )
      assert.deepEqual(
        (await shown(store, { passages: [passage('')] })).map(([source]) => source),
        ['empty', 'none', 'new', 'half', 'all'],
      )
      assert.deepEqual(await propose(store, { collections: [], passages: [passage('mill')] }), {
        proposals: [],
        total: 0,
      })
    })
  })

  describe(`${name} reads several documents at once`, () => {
    test('in the order of the ids, without those that do not exist', async context => {
      const store = await storeWith(context, urlIn, [
        { source: 'a', chunks: [{ text: 'one' }] },
        { source: 'b', chunks: [{ text: 'two' }] },
      ])
      const read = await store.readDocuments(['notes/b', 'notes/gone', 'notes/a'])
      assert.deepEqual(read, [await store.readDocument('notes/b'), await store.readDocument('notes/a')])
    })
  })
}
