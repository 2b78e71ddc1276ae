import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { collection, never, storeWith, write } from '../../../../test/conformance/store-fixtures.ts'

test('terms that begin alike come in order, with the number of chunks they stand in', async context => {
  const store = await storeWith(context, folder => `sqlite:${join(folder, 'store.db')}`, [
    { source: 'a', chunks: [{ text: 'a', terms: ['connect', 'connector', '=conn-x', 'café'] }] },
    { source: 'b', chunks: [{ text: 'b', terms: ['connect', 'connect', 'context'] }] },
  ])
  await store.ensureCollection(collection('other'))
  await store.putDocument(
    write({ collection: 'other', source: 'c', chunks: [{ text: 'c', terms: ['connect', 'conceal'] }] }),
    never,
  )
  const list = (collections: string[], prefix: string, limit = 10) =>
    store.listTerms({ collections, prefix, limit })
  assert.deepEqual(await list(['notes'], 'con'), [
    { term: 'connect', chunks: 2 },
    { term: 'connector', chunks: 1 },
    { term: 'context', chunks: 1 },
  ])
  assert.deepEqual(await list(['notes', 'other'], 'connect', 1), [{ term: 'connect', chunks: 3 }])
  assert.deepEqual(await list(['notes'], 'caf'), [{ term: 'café', chunks: 1 }])
  assert.deepEqual(await list(['other'], 'contex'), [])
  assert.deepEqual(await list([], 'con'), [])
  assert.deepEqual(await list(['unknown'], 'con'), [])
  await store.deleteDocument('notes/b')
  assert.deepEqual(await list(['notes'], 'connect', 1), [{ term: 'connect', chunks: 1 }])
})
