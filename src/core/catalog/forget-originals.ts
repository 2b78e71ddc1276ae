import type { Originals } from '../ports/originals.ts'
import type { DocumentWrite, Store } from '../ports/store.ts'

/** Wraps a store so that the kept file of a document is removed with the document, or when a newer version replaces it. */
export function forgetOriginals(store: Store, originals: Originals): Store {
  const forgetOlder = async (writes: readonly DocumentWrite[]) => {
    for (const { document } of writes) await originals.forget(document, document.contentHash)
  }
  return {
    ...store,
    async putDocument(write, signal) {
      await store.putDocument(write, signal)
      await forgetOlder([write])
    },
    async putDocuments(writes, signal) {
      await store.putDocuments(writes, signal)
      await forgetOlder(writes)
    },
    async deleteDocument(id, trash) {
      const owner = await store.readSummary(id)
      const removed = await store.deleteDocument(id, trash)
      // In the trash, a document keeps its file.
      if (owner !== null && removed !== null && trash === undefined) await originals.forget(owner)
      return removed
    },
    async deleteCollection(name) {
      const removed = await store.deleteCollection(name)
      if (removed !== null) await originals.forgetCollection(name)
      return removed
    },
  }
}
