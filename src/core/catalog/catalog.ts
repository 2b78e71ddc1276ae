import { unfinishedName } from '../model/collection.ts'
import { Failure } from '../model/failure.ts'
import type { Store } from '../ports/store.ts'
import { isCredentialSource } from '../text/excluded-files.ts'
import { requireCollection, sharedCollections } from './collections.ts'
import { sampleChunks } from './sample-chunks.ts'
import type { Catalog } from './types.ts'
import { withheldDocument } from './withhold-credentials.ts'

/** Look around and clean up. Isolated collections are reached only by name. */
export function createCatalog(store: Store): Catalog {
  async function namesOf(collection: string | null): Promise<string[]> {
    const chosen =
      collection === null ? await sharedCollections(store) : [await requireCollection(store, collection)]
    return chosen.map(({ name }) => name)
  }

  return {
    async listDocuments({ collection, ...page }) {
      return store.listDocuments({ collections: await namesOf(collection), ...page })
    },
    countDocuments: async collection => store.countDocuments(await namesOf(collection)),
    async listCollections({ includeIsolated = false } = {}) {
      const all = await store.listCollections()
      return includeIsolated ? all : all.filter(collection => collection.scope === 'shared')
    },
    async readDocument(id) {
      const document = await store.readDocument(id)
      const count = await store.countDocument(id)
      if (document === null || count === null) {
        const summary = await store.readSummary(id)
        throw summary !== null && isCredentialSource(summary)
          ? withheldDocument(summary)
          : documentNotFound(id)
      }
      return { ...document, chunkCount: count.chunks }
    },
    async deleteDocument(id) {
      return (await store.deleteDocument(id)) ?? 0
    },
    async deleteCollection(name) {
      const { name: known } = await requireCollection(store, name)
      // What an interrupted rebuild left would be taken up by the next collection of this name.
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
      const { model } = await requireCollection(store, name)
      return store.updateCollection(name, model === binding.model ? {} : { binding })
    },
    getCollection: name => store.getCollection(name),
  }
}

function documentNotFound(id: string): Failure {
  return new Failure('not_found', 'DOCUMENT_NOT_FOUND', `Document not found: ${id}`, {
    hint: 'Ids change when a document is replaced; search or list_documents gives the current one.',
  })
}
