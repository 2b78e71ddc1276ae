import type { Originals } from '../ports/originals.ts'
import type { DocumentWrite, Store } from '../ports/store.ts'

/**
 * Wraps a store so that the kept file of a document is removed with the document, or when a newer version replaces it. The
 * file goes first: when it cannot be removed, nothing is deleted, and the caller can try again.
 */
export function forgetOriginals(store: Store, originals: Originals): Store {
  /** Those whose source has another version, in the order of `writes`. */
  async function findReplaced(writes: readonly DocumentWrite[]): Promise<DocumentWrite[]> {
    const found = await Promise.all(
      writes.map(({ document }) => store.findDocument(document.collection, document.source)),
    )
    return writes.filter(({ document }, at) => {
      const older = found[at]
      return older !== null && older?.contentHash !== document.contentHash
    })
  }
  /** A file that stays because its place cannot be reached is removed with the next version, or with the document. */
  async function forgetOlder(replaced: readonly DocumentWrite[]): Promise<void> {
    for (const { document } of replaced)
      await originals.forget(document, document.contentHash).catch(() => {})
  }
  return {
    ...store,
    async putDocument(write, signal) {
      const replaced = await findReplaced([write])
      await store.putDocument(write, signal)
      await forgetOlder(replaced)
    },
    async putDocuments(writes, signal) {
      const replaced = await findReplaced(writes)
      await store.putDocuments(writes, signal)
      await forgetOlder(replaced)
    },
    async deleteDocument(id, trash) {
      // In the trash, a document keeps its file.
      const owner = trash === undefined ? await store.readSummary(id) : null
      if (owner !== null) await originals.forget(owner)
      return store.deleteDocument(id, trash)
    },
    async deleteCollection(name) {
      if ((await store.getCollection(name)) !== null) await originals.forgetCollection(name)
      return store.deleteCollection(name)
    },
  }
}
