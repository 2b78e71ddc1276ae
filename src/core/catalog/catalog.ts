import type { Chunk } from '../model/chunk.ts'
import {
  type Collection,
  type CollectionCount,
  collectionNotFound,
  unfinishedName,
} from '../model/collection.ts'
import type { Document, DocumentSummary } from '../model/document.ts'
import { Failure } from '../model/failure.ts'
import type { Filter } from '../model/filter.ts'
import type { DocumentMatch, IndexCount, LoadedChunk, Store } from '../ports/store.ts'
import { isCredentialSource } from '../text/excluded-files.ts'
import { type CorrectionChange, correctDocument } from './correct-document.ts'
import { withheldDocument } from './withhold-credentials.ts'

export type Catalog = {
  /** The named collection, or all shared ones. Throws COLLECTION_NOT_FOUND. */
  namesOf(collection: string | null): Promise<string[]>
  /** As in the store. Throws COLLECTION_NOT_FOUND. */
  listDocuments(
    request: { collection: string | null } & Omit<Parameters<Store['listDocuments']>[0], 'collections'>,
  ): Promise<DocumentSummary[]>
  /** The number of documents that `listDocuments` lists. Throws COLLECTION_NOT_FOUND. */
  countDocuments(collection: string | null, matching?: DocumentMatch): Promise<number>
  /** Shared collections, and isolated ones on request. */
  listCollections(options?: { includeIsolated?: boolean }): Promise<CollectionCount[]>
  /** Throws DOCUMENT_NOT_FOUND. */
  readDocument(id: string): Promise<Document & { chunkCount: number }>
  readGeometry: Store['readGeometry']
  /** Changes what a user corrected of a document. Throws DOCUMENT_NOT_FOUND, and INVALID_INPUT for a wrong page. */
  correctDocument(id: string, change: CorrectionChange): Promise<void>
  /** Returns the number of removed chunks; 0 when there was no such document. */
  deleteDocument(id: string): Promise<number>
  /** Throws COLLECTION_NOT_FOUND. */
  deleteCollection(name: string): Promise<{ documents: number; chunks: number }>
  /** Documents of a collection that match the filter, newest first. */
  findDocuments(collection: string, filter: Filter, limit: number): Promise<DocumentSummary[]>
  /** A chunk with its document; null when the collection has no chunk with that id. */
  findChunk(collection: string, id: string): Promise<LoadedChunk | null>
  findNeighbours: Store['findNeighbours']
  groupDocuments: Store['groupDocuments']
  countChunks: Store['countChunks']
  /** Chunks of a document in order. */
  listChunks(documentId: string): Promise<Chunk[]>
  hasDocument(id: string, collection: string): Promise<boolean>
  /** Counts each index of the collection. Throws INDEX_UNAVAILABLE when one is missing. */
  countIndexes(collection: string): Promise<IndexCount>
  sampleChunks(collection: string, limit: number): Promise<LoadedChunk[]>
  /** Binds an empty collection to a model; a collection with vectors is not changed. */
  bindCollection(name: string, binding: { model: string; dimensions: number }): Promise<Collection>
  getCollection(name: string): Promise<Collection | null>
}

/** Lists, reads and deletes documents and collections. Isolated collections are accessible only by name. */
export function createCatalog(store: Store): Catalog {
  async function namesOf(collection: string | null): Promise<string[]> {
    const chosen =
      collection === null
        ? await sharedCollections(store)
        : [await requireStoredCollection(store, collection)]
    return chosen.map(({ name }) => name)
  }

  async function readDocument(id: string): Promise<Document & { chunkCount: number }> {
    const document = await store.readDocument(id)
    const count = await store.countDocument(id)
    if (document === null || count === null) {
      const summary = await store.readSummary(id)
      throw summary !== null && isCredentialSource(summary) ? withheldDocument(summary) : documentNotFound(id)
    }
    return { ...document, chunkCount: count.chunks }
  }

  return {
    namesOf,
    async listDocuments({ collection, ...page }) {
      return store.listDocuments({ collections: await namesOf(collection), ...page })
    },
    countDocuments: async (collection, matching) => store.countDocuments(await namesOf(collection), matching),
    async listCollections({ includeIsolated = false } = {}) {
      const all = await store.listCollections()
      return includeIsolated ? all : all.filter(collection => collection.scope === 'shared')
    },
    readDocument,
    readGeometry: (id, pages) => store.readGeometry(id, pages),
    async correctDocument(id, change) {
      await correctDocument(store, await readDocument(id), change)
    },
    async deleteDocument(id) {
      return (await store.deleteDocument(id)) ?? 0
    },
    async deleteCollection(name) {
      const { name: known } = await requireStoredCollection(store, name)
      // Otherwise the next collection of this name would continue an interrupted rebuild.
      await store.deleteCollection(unfinishedName(known))
      return (await store.deleteCollection(known)) ?? { documents: 0, chunks: 0 }
    },
    findDocuments: (collection, filter, limit) => store.findDocuments(collection, filter, limit),
    async findChunk(collection, id) {
      const [found] = await store.loadChunks([id])
      return found?.document.collection === collection ? found : null
    },
    findNeighbours: (collection, request) => store.findNeighbours(collection, request),
    groupDocuments: (collection, request) => store.groupDocuments(collection, request),
    countChunks: scope => store.countChunks(scope),
    listChunks: async id => (await store.exportChunks(id)).map(({ chunk }) => chunk),
    async hasDocument(id, collection) {
      return (await store.readSummary(id))?.collection === collection
    },
    countIndexes: collection => store.countIndexes(collection),
    sampleChunks: (collection, limit) => sampleChunks(store, collection, limit),
    async bindCollection(name, binding) {
      const { model } = await requireStoredCollection(store, name)
      return store.updateCollection(name, model === binding.model ? {} : { binding })
    },
    getCollection: name => store.getCollection(name),
  }
}

function documentNotFound(id: string): Failure {
  return new Failure('not_found', 'DOCUMENT_NOT_FOUND', `Document not found: ${id}`, {
    hint: 'Ids change when a document is replaced; search or list_documents returns the current one.',
  })
}

/** The collections that are used when none is named. */
async function sharedCollections(store: Store): Promise<Collection[]> {
  return (await store.describeCollections()).filter(collection => collection.scope === 'shared')
}

export async function requireStoredCollection(store: Store, name: string): Promise<Collection> {
  const collection = await store.getCollection(name)
  if (collection) return collection
  throw collectionNotFound(name, await store.describeCollections())
}

/** The first chunks of the newest documents. */
async function sampleChunks(store: Store, collection: string, limit: number): Promise<LoadedChunk[]> {
  const documents = await store.listDocuments({ collections: [collection], limit, offset: 0 })
  const ids: string[] = []
  for (const { id } of documents) {
    if (ids.length >= limit) break
    const chunks = await store.exportChunks(id)
    ids.push(...chunks.slice(0, limit - ids.length).map(({ chunk }) => chunk.id))
  }
  return store.loadChunks(ids)
}
