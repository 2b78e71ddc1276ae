import type { Chunk } from '../model/chunk.ts'
import type {
  ChunkPolicy,
  Collection,
  CollectionCount,
  CollectionSummary,
  ProjectSettings,
} from '../model/collection.ts'
import type { Document, DocumentSummary } from '../model/document.ts'
import type { Filter } from '../model/filter.ts'
import type { Ranked } from '../model/hit.ts'
import type { JsonObject } from '../model/json.ts'
import type { Clock } from './clock.ts'

/** A chunk on its way into the store: the chunk, its vector, and the terms it is found by. */
export type ChunkWrite = {
  chunk: Chunk
  vector: Float32Array
  /** Analysed terms, already stemmed; repeated as often as they occur. */
  terms: { heading: string[]; body: string[] }
}

export type DocumentWrite = { document: Document; chunks: ChunkWrite[] }

/** What the store can be asked to count for one document after a write. */
export type DocumentCount = {
  chunks: number
  vectors: number
  /** Chunks that the lexical index knows. */
  lexical: number
  /** SHA-256 of the Markdown as read back from the store. */
  markdownHash: string
}

/** Chunks as each index of a collection knows them; all three agree in a sound store. */
export type IndexCount = { documents: number; chunks: number; vectors: number; lexical: number }

/** What to group documents by, and what to tell of each group; all name keys of their metadata. */
export type GroupRequest = {
  by: string
  filter: Filter
  /** A number that is added up. */
  sum: string
  /** A text whose first and last value are told. */
  range: string
  /** A list whose most frequent members are told, at most five, most frequent first, then by name. */
  top: string
  /** Texts of which the newest document's value is told, by `range`. */
  latest: readonly string[]
}

export type DocumentGroup = {
  value: string
  documents: number
  sum: number
  first: string | null
  last: string | null
  top: string[]
  latest: Record<string, string | null>
}

/** What to count documents by. */
export type TallyRequest = {
  /** A key of their metadata; a document whose value is a list counts once for each member. */
  by: string
  filter: Filter
  /** Analysed terms that must all stand somewhere in the document: in its text, or in the headings above it. */
  terms: readonly string[]
}

export type ValueCount = { value: string; documents: number }

/** What every ranking query must say: isolation is in the type. */
export type RankScope = {
  /** Names of the collections to look in; none means nothing is found. */
  collections: readonly string[]
  filter: Filter
  limit: number
}

export type LexicalQuery = RankScope & {
  /** Alternatives for the question, analysed as the index was; the store may leave out the most common ones. */
  terms: readonly string[]
}

export type DenseQuery = RankScope & { vector: Float32Array }

/** What a lexical ranking did with the terms it was given. */
export type LexicalRanking = { ranked: Ranked[]; usedTerms: string[]; droppedTerms: string[] }

/** Terms of the index that begin alike; names that are indexed whole are left out. */
export type TermRequest = { collections: readonly string[]; prefix: string; limit: number }

/** A term of the index, and in how many chunks it stands. */
export type TermCount = { term: string; chunks: number }

export type LoadedChunk = { chunk: Chunk; text: string; document: DocumentSummary }

export type StoreCheck = { ok: boolean; problems: string[] }

/** A place in the order in which documents are listed. */
export type DocumentPlace = { createdAt: string; id: string }

/**
 * Keeps documents, their chunks and vectors, and ranks chunks. Ranking policy lives in `search/`: a store
 * answers with ids and raw scores only.
 *
 * A caller may rely on this:
 * - Every write is one transaction. After it resolves, the write survives a crash of the process; before it
 *   resolves, readers see the old state.
 * - Several processes may use one store; a write by one is seen by the next query of another.
 * - Rankings are ordered by score descending, then chunk id ascending, and contain only chunks of the named
 *   collections that satisfy the whole filter. Filters apply before ranking, so filtered recall is exact.
 * - Unknown collections are not an error in rankings: they hold nothing.
 */
export interface Store {
  /** One line for people: kind and place, without secrets. */
  readonly description: string
  readonly schemaVersion: number
  /** Whether it can be written. A store on a read-only disk answers every question and refuses every change. */
  access(): Promise<'read-write' | 'read-only'>

  getCollection(name: string): Promise<Collection | null>
  /** All collections in order of name; cheap enough to ask before every search. */
  describeCollections(): Promise<CollectionSummary[]>
  /** The same, counted. */
  listCollections(): Promise<CollectionCount[]>
  /** Creates the collection, or returns the existing one of that name unchanged. */
  ensureCollection(collection: Collection): Promise<Collection>
  /**
   * Changes what a collection is told, never what it holds. `binding` takes hold only while the collection is
   * empty: vectors of two models cannot live together. Throws Failure `COLLECTION_NOT_FOUND`.
   */
  updateCollection(
    name: string,
    change: {
      policy?: ChunkPolicy
      project?: ProjectSettings | null
      binding?: { model: string; dimensions: number }
    },
  ): Promise<Collection>
  /** In one transaction: `by` takes the name and the place of `name`, whose own content is removed. */
  replaceCollection(name: string, by: string): Promise<void>
  /** What each index really holds. Throws Failure `INDEX_UNAVAILABLE` when one is missing. */
  countIndexes(name: string): Promise<IndexCount>
  /** Removes the collection and everything in it; null when there was none. */
  deleteCollection(name: string): Promise<{ documents: number; chunks: number } | null>

  findDocument(collection: string, source: string): Promise<DocumentSummary | null>
  /**
   * Stores the document and exactly these chunks, in place of whatever the collection held for the same
   * source. Throws Failure `COLLECTION_NOT_FOUND` when the collection was deleted meanwhile and
   * `EMBEDDING_MISMATCH` when a vector's length is not the collection's.
   */
  putDocument(write: DocumentWrite, signal: AbortSignal): Promise<void>
  /** The same for several documents, all or none. */
  putDocuments(writes: readonly DocumentWrite[], signal: AbortSignal): Promise<void>
  /** Gives the document another title and other metadata, and nothing else; false when there is none of that id. */
  describeDocument(id: string, facts: { title: string; metadata: JsonObject }): Promise<boolean>
  /** Counts what is really there; null when there is no such document. */
  countDocument(id: string): Promise<DocumentCount | null>
  readDocument(id: string): Promise<Document | null>
  /** The same without its text. */
  readSummary(id: string): Promise<DocumentSummary | null>
  /**
   * Newest first, then by id. `collections: null` means all of them. `after` leaves out everything up to and including
   * that place in this order, whether or not the document is still there.
   */
  listDocuments(request: {
    collections: readonly string[] | null
    limit: number
    offset: number
    after?: DocumentPlace | null
  }): Promise<DocumentSummary[]>
  /** How many documents the collections hold. */
  countDocuments(collections: readonly string[]): Promise<number>
  /**
   * Documents of one collection that satisfy the filter, newest first, then by id. Throws Failure `INVALID_FILTER`
   * for conditions on chunks.
   */
  findDocuments(collection: string, filter: Filter, limit: number): Promise<DocumentSummary[]>
  /**
   * The documents just before and after a value of a text key of their metadata, in order of that key, among those
   * whose value begins with `prefix`.
   */
  findNeighbours(
    collection: string,
    request: { key: string; value: string; prefix: string },
  ): Promise<{ before: DocumentSummary | null; after: DocumentSummary | null }>
  /** Sums over the documents of a collection, one for each text value of a metadata key, in order of value. */
  groupDocuments(collection: string, request: GroupRequest): Promise<DocumentGroup[]>
  /**
   * How many documents of a collection have each text value of a metadata key, in order of value; values that none
   * has are left out. Nothing is estimated. Throws Failure `INVALID_FILTER` for conditions on chunks.
   */
  tallyDocuments(collection: string, request: TallyRequest): Promise<ValueCount[]>
  /** How many chunks of these collections satisfy the filter. */
  countChunks(scope: { collections: readonly string[]; filter: Filter }): Promise<number>
  /** In order of term: what a misspelt word may have meant, and how rare a word is. */
  listTerms(request: TermRequest): Promise<TermCount[]>
  /** How many chunks were removed with it; null when there was no such document. */
  deleteDocument(id: string): Promise<number | null>

  rankLexically(query: LexicalQuery, signal: AbortSignal): Promise<LexicalRanking>
  /** Scores are cosine similarities, −1…1, computed from the stored float32 vectors. */
  rankDensely(query: DenseQuery, signal: AbortSignal): Promise<Ranked[]>
  /** The stored vectors of these chunks; ids that no longer exist are left out. */
  loadVectors(ids: readonly string[]): Promise<Map<string, Float32Array>>
  /** In the order asked for; ids that no longer exist are left out. */
  loadChunks(ids: readonly string[]): Promise<LoadedChunk[]>
  /** All chunks of a document in order, with their vectors. */
  exportChunks(documentId: string): Promise<{ chunk: Chunk; vector: Float32Array }[]>

  /** Loads what the first ranking of every collection will need, a bit at a time, so that it need not wait. */
  warm(): Promise<void>
  /** Verifies the store's integrity: structure, and that every chunk has its text, vector and terms. */
  check(signal: AbortSignal): Promise<StoreCheck>
  close(): Promise<void>
}

/** Where the database of the store is. */
type DatabasePlace = { path: string; clock: Clock }

/**
 * Tables that a feature keeps in the store's database, in each dialect that it knows. The feature makes them when they are
 * missing; the store does not know them.
 */
export type Tables<Access> = { sqlite(place: DatabasePlace): Promise<Access> }

/** Opens a feature's tables in the database of the store. */
export type OpenTables = <Access>(tables: Tables<Access>) => Promise<Access>
