import type { Chunk } from '../model/chunk.ts'
import type { Collection, CollectionCount } from '../model/collection.ts'
import type { Document, DocumentSummary } from '../model/document.ts'
import type { Filter } from '../model/filter.ts'
import type { DocumentPlace, IndexCount, LoadedChunk, Store } from '../ports/store.ts'

export type Catalog = {
  listDocuments(request: {
    collection: string | null
    limit: number
    offset: number
    after?: DocumentPlace | null
  }): Promise<DocumentSummary[]>
  /** How many there are to list. Throws COLLECTION_NOT_FOUND. */
  countDocuments(collection: string | null): Promise<number>
  /** Shared collections, and the isolated ones when asked for. */
  listCollections(options?: { includeIsolated?: boolean }): Promise<CollectionCount[]>
  /** Throws DOCUMENT_NOT_FOUND. */
  readDocument(id: string): Promise<Document & { chunkCount: number }>
  /** 0 chunks when there was no such document. */
  deleteDocument(id: string): Promise<number>
  /** Throws COLLECTION_NOT_FOUND. */
  deleteCollection(name: string): Promise<{ documents: number; chunks: number }>
  /** Documents of a collection that satisfy the filter, newest first. */
  findDocuments(collection: string, filter: Filter, limit: number): Promise<DocumentSummary[]>
  /** A chunk with its document; null when the collection has none of that id. */
  findChunk(collection: string, id: string): Promise<LoadedChunk | null>
  findNeighbours: Store['findNeighbours']
  groupDocuments: Store['groupDocuments']
  countChunks: Store['countChunks']
  /** Chunks of a document in order. */
  listChunks(documentId: string): Promise<Chunk[]>
  hasDocument(id: string, collection: string): Promise<boolean>
  /** What each index of the collection really holds. Throws INDEX_UNAVAILABLE when one is missing. */
  countIndexes(collection: string): Promise<IndexCount>
  /** The first chunks of the newest documents. */
  sampleChunks(collection: string, limit: number): Promise<LoadedChunk[]>
  /** Binds an empty collection to a model; one that holds vectors stays as it is. */
  bindCollection(name: string, binding: { model: string; dimensions: number }): Promise<Collection>
  getCollection(name: string): Promise<Collection | null>
}
