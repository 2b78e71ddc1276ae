import type { CollectionCount } from '../model/collection.ts'
import type { Document, DocumentSummary } from '../model/document.ts'

export type Catalog = {
  listDocuments(request: {
    collection: string | null
    limit: number
    offset: number
  }): Promise<DocumentSummary[]>
  /** Shared collections, and the isolated ones when asked for. */
  listCollections(options?: { includeIsolated?: boolean }): Promise<CollectionCount[]>
  /** Throws DOCUMENT_NOT_FOUND. */
  readDocument(id: string): Promise<Document & { chunkCount: number }>
  /** 0 chunks when there was no such document. */
  deleteDocument(id: string): Promise<number>
  /** Throws COLLECTION_NOT_FOUND. */
  deleteCollection(name: string): Promise<{ documents: number; chunks: number }>
}
