import type { DocumentSummary } from '../model/document.ts'
import { Failure } from '../model/failure.ts'
import type { DocumentWrite, Store } from '../ports/store.ts'
import { credentialsReason, isCredentialSource } from '../text/excluded-files.ts'

/**
 * A store that neither takes nor gives the text of files for credentials. Documents that an earlier version stored
 * under such a name stay listed, by their file name, so that they can be found and deleted.
 */
export function withholdCredentials(store: Store): Store {
  return {
    ...store,
    async putDocument(write, signal) {
      refuse(write)
      return store.putDocument(write, signal)
    },
    async putDocuments(writes, signal) {
      writes.forEach(refuse)
      return store.putDocuments(writes, signal)
    },
    async readDocument(id) {
      const document = await store.readDocument(id)
      return document === null || isCredentialSource(document) ? null : document
    },
    async readSummary(id) {
      const summary = await store.readSummary(id)
      return summary && untitled(summary)
    },
    listDocuments: async request => (await store.listDocuments(request)).map(untitled),
    findDocuments: async (collection, filter, limit) =>
      (await store.findDocuments(collection, filter, limit)).map(untitled),
    loadChunks: async ids =>
      (await store.loadChunks(ids)).filter(({ document }) => !isCredentialSource(document)),
  }
}

/** What the caller of a document of that kind is told. */
export function withheldDocument({ id, source }: DocumentSummary): Failure {
  return new Failure('forbidden', 'FORBIDDEN_PATH', `Document ${id} is not shown: ${credentialsReason}.`, {
    hint: `An earlier version stored it. Remove it with delete_document(doc_id="${id}"), and change the secrets it held if others could search this library.`,
    details: { doc_id: id, source },
  })
}

function refuse({ document: { source } }: DocumentWrite): void {
  if (isCredentialSource({ source }))
    throw new Failure('forbidden', 'FORBIDDEN_PATH', `'${source}' is not stored: ${credentialsReason}.`, {
      hint: 'Choose another name for a source that holds no secrets.',
    })
}

/** A title is often the first line of the text. */
function untitled(summary: DocumentSummary): DocumentSummary {
  if (!isCredentialSource(summary)) return summary
  return { ...summary, title: summary.source.split(/[/\\]/).at(-1) ?? '' }
}
