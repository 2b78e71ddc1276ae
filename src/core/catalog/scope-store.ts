import { randomUUID } from 'node:crypto'
import { currentRights, mayReach, requireReach } from '../model/rights.ts'
import type { Originals } from '../ports/originals.ts'
import type { RankQuery, Store } from '../ports/store.ts'

/** Stands for a collection that does not exist for the caller: nobody can create one of this name. */
const nowhere = randomUUID()

/**
 * Wraps a store so that collections outside the rights of the running call do not exist for it: they are not listed, counted
 * or found, and an id in them is unknown. A write to one is refused in the same words whether it exists or not.
 */
export function scopeStore(store: Store): Store {
  const isWhole = () => currentRights().collections === null
  const seen = (name: string) => (mayReach(name) ? name : nowhere)
  const reachable = (names: readonly string[]) => names.filter(name => mayReach(name))

  /** Whether the document exists for the caller. */
  async function holds(id: string): Promise<boolean> {
    if (isWhole()) return true
    const summary = await store.readSummary(id)
    return summary !== null && mayReach(summary.collection)
  }

  async function reachableTrash(): Promise<Set<string>> {
    return new Set((await store.listTrash(currentRights().collections)).map(({ id }) => id))
  }

  return {
    ...store,
    getCollection: async name => (mayReach(name) ? store.getCollection(name) : null),
    describeCollections: async () => (await store.describeCollections()).filter(({ name }) => mayReach(name)),
    listCollections: async () => (await store.listCollections()).filter(({ name }) => mayReach(name)),
    async ensureCollection(collection) {
      requireReach(collection.name)
      return store.ensureCollection(collection)
    },
    async updateCollection(name, change) {
      requireReach(name)
      return store.updateCollection(name, change)
    },
    async replaceCollections(successions) {
      for (const { name, by } of successions) for (const one of [name, by]) requireReach(one)
      return store.replaceCollections(successions)
    },
    countIndexes: name => store.countIndexes(seen(name)),
    deleteCollection: async name => (mayReach(name) ? store.deleteCollection(name) : null),
    findDocument: (collection, source) => store.findDocument(seen(collection), source),
    async putDocument(write, signal) {
      requireReach(write.document.collection)
      return store.putDocument(write, signal)
    },
    async putDocuments(writes, signal) {
      for (const { document } of writes) requireReach(document.collection)
      return store.putDocuments(writes, signal)
    },
    describeDocument: async (id, facts) => (await holds(id)) && store.describeDocument(id, facts),
    correctDocument: async (id, correction) => (await holds(id)) && store.correctDocument(id, correction),
    countDocument: async id => ((await holds(id)) ? store.countDocument(id) : null),
    async readDocument(id) {
      const document = await store.readDocument(id)
      return document !== null && mayReach(document.collection) ? document : null
    },
    readDocuments: async ids =>
      (await store.readDocuments(ids)).filter(({ collection }) => mayReach(collection)),
    readGeometry: async (id, pages) => ((await holds(id)) ? store.readGeometry(id, pages) : []),
    async readSummary(id) {
      const summary = await store.readSummary(id)
      return summary !== null && mayReach(summary.collection) ? summary : null
    },
    listDocuments: request => store.listDocuments({ ...request, collections: chosen(request.collections) }),
    countDocuments: (collections, matching) => store.countDocuments(reachable(collections), matching),
    findDocuments: (collection, filter, limit) => store.findDocuments(seen(collection), filter, limit),
    findNeighbours: (collection, request) => store.findNeighbours(seen(collection), request),
    groupDocuments: (collection, request) => store.groupDocuments(seen(collection), request),
    tallyDocuments: (collection, request) => store.tallyDocuments(seen(collection), request),
    countChunks: scope => store.countChunks({ ...scope, collections: reachable(scope.collections) }),
    countTerms: request => store.countTerms({ ...request, collections: reachable(request.collections) }),
    deleteDocument: async (id, trash) => ((await holds(id)) ? store.deleteDocument(id, trash) : null),
    listTrash: collections => store.listTrash(chosen(collections)),
    async readTrash(id) {
      if (!isWhole() && !(await reachableTrash()).has(id)) return null
      return store.readTrash(id)
    },
    async removeTrash(ids) {
      const open = isWhole() ? null : await reachableTrash()
      return store.removeTrash(ids.filter(id => open?.has(id) ?? true))
    },
    rank: (query, signal) => store.rank(within(query), signal),
    proposeDocuments: (query, signal) =>
      store.proposeDocuments({ ...query, collections: reachable(query.collections) }, signal),
    async loadVectors(ids) {
      if (isWhole()) return store.loadVectors(ids)
      const open = (await store.loadChunks(ids)).filter(({ document }) => mayReach(document.collection))
      return store.loadVectors(open.map(({ chunk }) => chunk.id))
    },
    loadChunks: async (ids, extras) =>
      (await store.loadChunks(ids, extras)).filter(({ document }) => mayReach(document.collection)),
    exportChunks: async id => ((await holds(id)) ? store.exportChunks(id) : []),
    listPending: request => store.listPending({ ...request, ...namedIn(request) }),
    async putVectors(collection, vectors, signal) {
      requireReach(collection)
      return store.putVectors(collection, vectors, signal)
    },
    listUntokened: request => store.listUntokened({ ...request, ...namedIn(request) }),
    async putTokens(collection, tokens, signal) {
      requireReach(collection)
      return store.putTokens(collection, tokens, signal)
    },
  }

  /** The collections of a request that may name none, which means all. */
  function chosen(collections: readonly string[] | null): readonly string[] | null {
    return collections === null ? currentRights().collections : reachable(collections)
  }

  function namedIn({ collection }: { collection: string }) {
    return { collection: seen(collection) }
  }

  function within(query: RankQuery): RankQuery {
    if (isWhole()) return query
    const dense =
      query.dense === null ? null : { ...query.dense, collections: reachable(query.dense.collections) }
    return { ...query, collections: reachable(query.collections), dense }
  }
}

/** The kept files of documents, in the same way. */
export function scopeOriginals(originals: Originals): Originals {
  return {
    async keep(owner, bytes) {
      requireReach(owner.collection)
      return originals.keep(owner, bytes)
    },
    read: async (owner, hash) => (mayReach(owner.collection) ? originals.read(owner, hash) : null),
    async forget(owner, except) {
      if (mayReach(owner.collection)) await originals.forget(owner, except)
    },
    async forgetCollection(collection) {
      if (mayReach(collection)) await originals.forgetCollection(collection)
    },
  }
}
