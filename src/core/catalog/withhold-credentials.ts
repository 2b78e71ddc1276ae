import type { DocumentSummary } from '../model/document.ts'
import { Failure } from '../model/failure.ts'
import type { DocumentWrite, Store } from '../ports/store.ts'
import { credentialsReason, isCredentialSource } from '../text/excluded-files.ts'

/**
 * Wraps a store so that it neither stores nor returns the text of credentials files. Documents that an earlier version
 * stored stay listed with their file name as title, so that they can be found and deleted.
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
    readDocuments: async ids =>
      (await store.readDocuments(ids)).filter(document => !isCredentialSource(document)),
    async proposeDocuments(query, signal) {
      const { proposals, total } = await store.proposeDocuments(query, signal)
      return {
        proposals: proposals.map(proposal => ({ ...proposal, document: untitled(proposal.document) })),
        total,
      }
    },
    async readGeometry(id, pages) {
      const summary = await store.readSummary(id)
      return summary === null || isCredentialSource(summary) ? [] : store.readGeometry(id, pages)
    },
    async readSummary(id) {
      const summary = await store.readSummary(id)
      return summary && untitled(summary)
    },
    listDocuments: async request => (await store.listDocuments(request)).map(untitled),
    findDocuments: async (collection, filter, limit) =>
      (await store.findDocuments(collection, filter, limit)).map(untitled),
    loadChunks: async (ids, extras) =>
      (await store.loadChunks(ids, extras)).filter(({ document }) => !isCredentialSource(document)),
  }
}

/** The failure for reading such a document. */
export function withheldDocument({ id, source }: DocumentSummary): Failure {
  return new Failure('forbidden', 'FORBIDDEN_PATH', `Document ${id} is not shown: ${credentialsReason}.`, {
    hint: `An earlier version stored it. Delete it with delete_document(doc_id="${id}"), and change the secrets it contained if others could search this library.`,
    details: { doc_id: id, source },
  })
}

function refuse({ document: { source } }: DocumentWrite): void {
  if (isCredentialSource({ source }))
    throw new Failure('forbidden', 'FORBIDDEN_PATH', `'${source}' is not stored: ${credentialsReason}.`, {
      hint: 'If the source contains no secrets, choose another name for it.',
    })
}

/** Replaces the title with the file name, because the title is often the first line of the text. */
function untitled(summary: DocumentSummary): DocumentSummary {
  if (!isCredentialSource(summary)) return summary
  return { ...summary, title: summary.source.split(/[/\\]/).at(-1) ?? '' }
}
