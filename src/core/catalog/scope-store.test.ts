import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { collection, never, storePlace, write } from '../../../test/conformance/store-fixtures.ts'

import { type Rights, withRights } from '../model/rights.ts'
import type { DocumentWrite, Store } from '../ports/store.ts'
import { lexicalScoring } from '../search/lexical-scoring.ts'
import { scopeStore } from './scope-store.ts'

const rights: Rights = { id: 'kiosk', role: 'writer', collections: ['open'] }
const both = ['open', 'vault']
const hiddenId = 'vault/secret.md'
const chunkId = `${hiddenId}#0`
const line = { x0: 1, y0: 1, x1: 9, y1: 9, start: 0, end: 3, isRightToLeft: false }
const secret: DocumentWrite = {
  ...write({
    ...{ collection: 'vault', source: 'secret.md', metadata: { by: 'x' } },
    chunks: [{ text: 'ink vault' }, { text: 'later', pending: 'later' }],
  }),
  geometry: [{ page: 1, width: 100, height: 100, lines: [line] }],
}
const words = { words: [{ forms: ['ink'], near: null }], scoring: lexicalScoring }
const group = { by: 'by', filter: [], sum: 'n', range: 'd', top: 't', latest: [] }
const trash = {
  ...{ id: 'vault/old.md', owner: 'vault/old.md', collection: 'vault', source: 'old.md', title: 'Old' },
  ...{ deletedAt: '2026-01-02T00:00:00Z', content: new Uint8Array([1]) },
}

/** Every operation of a store that concerns collections, called with the names and ids of a hidden one. */
const operations: Record<string, (store: Store) => Promise<unknown>> = {
  getCollection: store => store.getCollection('vault'),
  describeCollections: async store => (await store.describeCollections()).map(({ name }) => name),
  listCollections: async store => (await store.listCollections()).map(({ name }) => name),
  ensureCollection: store => store.ensureCollection(collection('vault')),
  updateCollection: store => store.updateCollection('vault', { policy: collection('vault').policy }),
  replaceCollections: store => store.replaceCollections([{ name: 'open', by: 'vault', version: '' }]),
  countIndexes: store => store.countIndexes('vault'),
  deleteCollection: store => store.deleteCollection('vault'),
  findDocument: store => store.findDocument('vault', 'secret.md'),
  putDocument: store => store.putDocument(secret, never),
  putDocuments: store => store.putDocuments([secret], never),
  describeDocument: store => store.describeDocument(hiddenId, { title: 'New', metadata: {} }),
  correctDocument: store => store.correctDocument(hiddenId, null),
  countDocument: store => store.countDocument(hiddenId),
  readDocument: store => store.readDocument(hiddenId),
  readDocuments: store => store.readDocuments([hiddenId]),
  readGeometry: store => store.readGeometry(hiddenId, null),
  readSummary: store => store.readSummary(hiddenId),
  listDocuments: async store => [
    await store.listDocuments({ collections: null, limit: 10, offset: 0 }),
    await store.listDocuments({ collections: both, limit: 10, offset: 0 }),
  ],
  countDocuments: store => store.countDocuments(both),
  findDocuments: store => store.findDocuments('vault', [], 10),
  findNeighbours: store => store.findNeighbours('vault', { key: 'by', value: 'a', prefix: '' }),
  groupDocuments: store => store.groupDocuments('vault', group),
  tallyDocuments: store => store.tallyDocuments('vault', { by: 'by', filter: [], terms: [] }),
  countChunks: store => store.countChunks({ collections: both, filter: [] }),
  countTerms: store => store.countTerms({ collections: both, terms: ['ink', 'vault'] }),
  deleteDocument: store => store.deleteDocument(hiddenId),
  listTrash: async store => [await store.listTrash(null), await store.listTrash(both)],
  readTrash: store => store.readTrash(trash.id),
  removeTrash: store => store.removeTrash([trash.id]),
  rank: store => {
    const dense = { vector: Float32Array.from([1, 0, 0, 0]), collections: both }
    return store.rank({ collections: both, filter: [], limit: 5, lexical: words, dense }, never)
  },
  proposeDocuments: store =>
    store.proposeDocuments({ collections: both, filter: [], passages: [words], limit: 5, offset: 0 }, never),
  loadVectors: store => store.loadVectors([chunkId]),
  loadChunks: store => store.loadChunks([chunkId]),
  exportChunks: store => store.exportChunks(hiddenId),
  listPending: store => store.listPending({ collection: 'vault', first: [hiddenId], limit: 5 }),
  putVectors: store => store.putVectors('vault', [], never),
  listUntokened: store => store.listUntokened({ collection: 'vault', after: null }),
  putTokens: store => store.putTokens('vault', [], never),
}

/** Operations and facts that concern a store as a whole, and tell nothing of a collection. */
const whole = ['access', 'check', 'advise', 'close', 'compact', 'description', 'schemaVersion', 'warm']

async function storeWith(context: TestContext, names: readonly string[]): Promise<Store> {
  const place = await storePlace(context, folder => `sqlite:${folder}/quire.db`)
  const store = await place.open()
  for (const name of names) await store.ensureCollection(collection(name))
  await store.putDocument(
    write({ collection: 'open', source: 'a.md', chunks: [{ text: 'ink open' }] }),
    never,
  )
  if (!names.includes('vault')) return store
  await store.putDocument(write({ collection: 'vault', source: 'old.md', chunks: [{ text: 'ink' }] }), never)
  await store.putDocument(secret, never)
  await store.deleteDocument(trash.owner, trash)
  return store
}

test('every operation of a store is limited to the collections of the caller, or concerns the whole store', async context => {
  const store = await storeWith(context, ['open'])
  const scoped: Record<string, unknown> = { ...scopeStore(store) }
  const limited = Object.entries(store).filter(([name, value]) => scoped[name] !== value)
  assert.deepEqual(limited.map(([name]) => name).toSorted(), Object.keys(operations).toSorted())
  const open = Object.entries(store).filter(([name, value]) => scoped[name] === value)
  assert.deepEqual(
    open.map(([name]) => name).filter(name => !whole.includes(name)),
    [],
    'a new operation must be limited in scope-store.ts, or be listed here',
  )
})

for (const [name, operate] of Object.entries(operations))
  test(`${name} of a hidden collection is as if there were none, and changes nothing`, async context => {
    const [full, bare] = [await storeWith(context, ['open', 'vault']), await storeWith(context, ['open'])]
    const said = (store: Store) =>
      withRights(rights, () => operate(scopeStore(store))).catch((error: Error) => error.message)
    assert.deepEqual(await said(full), await said(bare))
    assert.equal((await full.readDocument(hiddenId))?.title, 'About secret.md')
    assert.deepEqual((await full.listTrash(['vault'])).length, 1)
  })
