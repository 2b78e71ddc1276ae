import { allAttached, attachedFilter, hasAttachments, ownerOf } from '../model/attached.ts'
import type { Store } from '../ports/store.ts'

/** Wraps a store so that deleting a document also deletes the documents of its attachments. */
export function deleteAttached(store: Store): Store {
  return {
    ...store,
    async deleteDocument(id, trash) {
      const owner = await store.readSummary(id)
      const removed = await store.deleteDocument(id, trash)
      if (owner === null || removed === null || !hasAttachments(owner)) return removed
      const below = await store.findDocuments(owner.collection, attachedFilter(owner.source), allAttached)
      let chunks = removed
      for (const document of below)
        if (ownerOf(document) !== null) chunks += (await store.deleteDocument(document.id)) ?? 0
      return chunks
    },
  }
}
