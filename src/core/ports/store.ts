import type { Chunk } from '../model/chunk.ts'
import type {
  ChunkPolicy,
  Collection,
  CollectionCount,
  CollectionSummary,
  ProjectSettings,
} from '../model/collection.ts'
import type { Correction } from '../model/correction.ts'
import type { Document, DocumentSummary, Page } from '../model/document.ts'
import type { Filter } from '../model/filter.ts'
import type { PageGeometry } from '../model/geometry.ts'
import type { JsonObject } from '../model/json.ts'
import type { LexicalScoring, Nearness, TermCount } from '../model/lexical-scoring.ts'
import type { PageLabelSource } from '../model/page-label.ts'
import type { Clock } from './clock.ts'

/** A chunk to store, with its vector and the terms it is found by. */
export type ChunkWrite = {
  chunk: Chunk
  /** The vector, or the text to make it from: until `putVectors` adds it, the chunk is found by words only. */
  vector: Float32Array | PendingVector
  /** Analysed terms, already stemmed; repeated as often as they occur. */
  terms: { heading: string[]; body: string[] }
  /** The tokens of the chunk for reranking, as bytes that only the search reads. */
  tokenBits?: Uint8Array
}

/** The text that a vector is to be made from. */
export type PendingVector = { text: string }

/** A chunk without a vector. `key` identifies this version of it: a chunk that is replaced gets another key. */
export type PendingChunk = { key: string; chunkId: string; documentId: string; text: string }

export type VectorWrite = { key: string; vector: Float32Array; tokenBits?: Uint8Array }

/** A chunk with a vector but without token bits; `key` as in `PendingChunk`. */
export type UntokenedChunk = Omit<PendingChunk, 'text'>

export type TokenWrite = { key: string; tokenBits: Uint8Array }

/** A stored chunk as it was written. */
export type StoredChunk = { chunk: Chunk; vector: Float32Array | PendingVector; tokenBits: Uint8Array | null }

/** A document without corrections, see `splitCorrection`, and its chunks. */
export type DocumentWrite = {
  document: Document
  chunks: ChunkWrite[]
  /** The correction it had elsewhere; kept unless its source has one here. */
  correction?: Correction | null
  /** Where its lines are on their pages, each page at most once; kept in tenths of a point. */
  geometry?: readonly PageGeometry[]
}

/** What describes a document, without corrections. Without `labels`, the labels of its pages stay. */
export type DocumentDescription = {
  title: string
  metadata: JsonObject
  labels?: { pages: readonly Page[]; source: PageLabelSource }
}

/** What the store counts for one document after a write. */
export type DocumentCount = {
  chunks: number
  vectors: number
  /** Chunks in the lexical index. */
  lexical: number
  /** SHA-256 of the Markdown as read back from the store. */
  markdownHash: string
}

/**
 * The number of chunks in each index of a collection. In a consistent store, `lexical` equals `chunks`, and so do
 * `vectors` and `pending` together.
 */
export type IndexCount = {
  documents: number
  chunks: number
  vectors: number
  /** Chunks that wait for their vector. */
  pending: number
  lexical: number
  /** Present when searches of all or much of it by meaning use an HNSW graph, and are not exact then. */
  hasGraph?: true
  /** As in `CollectionCount`. */
  unfed?: number
}

/** How to group documents, and what to return for each group. All values are keys of their metadata. */
export type GroupRequest = {
  by: string
  filter: Filter
  /** A number; its sum is returned. */
  sum: string
  /** A text; its first and last value are returned. */
  range: string
  /** A list; its five most frequent members are returned, most frequent first, then by name. */
  top: string
  /** Texts; their values in the newest document by `range` are returned. */
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

/** How to count documents. */
export type TallyRequest = {
  /** A key of their metadata; a document whose value is a list counts once for each member. */
  by: string
  filter: Filter
  /** Analysed terms; the document must contain all of them, in its text or its headings. */
  terms: readonly string[]
}

export type ValueCount = { value: string; documents: number }

/** What every ranking query must name, so that no query can forget to restrict its collections. */
export type RankScope = {
  /** Names of the collections to search; an empty list finds nothing. */
  collections: readonly string[]
  filter: Filter
}

/** A word of a question, analysed like the index. */
export type QueryWord = {
  /** Its forms in the languages of the collections; any of them may match. */
  forms: readonly string[]
  /** Which terms to search as well when no chunk of the collections contains any form; null: none. */
  near: Nearness | null
}

export type LexicalQuery = { words: readonly QueryWord[]; scoring: LexicalScoring }

/** `collections` are those of the scope whose vectors can be compared with this one. */
export type DenseQuery = { vector: Float32Array; collections: readonly string[] }

/** Both rankings of one question. A leg that is null is not ranked. */
export type RankQuery = RankScope & {
  /** How many chunks each leg returns. */
  limit: number
  lexical: LexicalQuery | null
  dense: DenseQuery | null
  /** For how many of the best chunks of each leg token bits are returned; none when absent. */
  tokensPerLeg?: number
}

/** Numbers of a vector; only their ratios count. */
export type Direction = Float32Array | Int8Array

/** A chunk that at least one leg ranked among its best, with the raw scores of both. */
export type Candidate = {
  chunkId: string
  documentId: string
  /** Language of the document. */
  language: string
  /** Its score by words; null when it is not among the best by words. */
  lexical: number | null
  /**
   * Its cosine similarity, −1…1, also when only its words ranked it. Computed from the stored float32 vector for the best
   * 64 by meaning; a store may estimate the others, with an error below .01. Null when there is no dense query for its
   * collection, or the chunk has no vector.
   */
  dense: number | null
  /** The stored vector or its direction, in the precision of `dense`, whenever that is a number. */
  vector: Direction | null
  /** The stored token bits, where they were asked for and exist. */
  tokenBits?: Uint8Array
}

/** A word that no chunk contains, by its first form, and the terms that were searched in its place. */
export type SimilarTerms = { word: string; terms: readonly string[] }

export type Ranking = {
  /** The best of both legs, each chunk once, in no particular order. */
  candidates: Candidate[]
  /** The terms that were used, dropped and added; null without a lexical query. */
  lexical: {
    usedTerms: string[]
    droppedTerms: string[]
    similar: SimilarTerms[]
    /** In how many chunks of the collections each term occurs, dropped ones included, and how many chunks there are. */
    counts: TermCount[]
    chunks: number
  } | null
}

/** Asks for documents that may contain a text. Conditions on chunks are refused with Failure `INVALID_FILTER`. */
export type ProposalQuery = RankScope & {
  /** Passages of the text, each short enough to be in one chunk. */
  passages: readonly LexicalQuery[]
  limit: number
  offset: number
}

export type Proposal = {
  document: DocumentSummary
  /** Whether one of its chunks is among the best-ranked for a passage. */
  isRanked: boolean
  /** How much of the rarest words occurs in the document, 0 to 1. Words that no document contains do not count. */
  share: number
}

/** `total` counts all documents that match the scope. */
export type Proposals = { proposals: Proposal[]; total: number }

/** `tokenBits` are present only when they were asked for; null when none are stored. */
export type LoadedChunk = {
  chunk: Chunk
  text: string
  document: DocumentSummary
  tokenBits?: Uint8Array | null
}

/** `version` is the version of `name` that `by` was compared with. */
export type Succession = { name: string; by: string; version: string }

export type StoreCheck = { ok: boolean; problems: string[] }

/** A document in the trash. `owner` is the document that it was deleted with: its own id, or that of what it is attached to. */
export type TrashEntry = {
  id: string
  owner: string
  collection: string
  source: string
  title: string
  deletedAt: string
}

/** `content` is what the document is restored from; only `core/catalog/trash.ts` reads it. */
export type TrashWrite = TrashEntry & { content: Uint8Array }

/** Which documents are listed: `text` is in the title or the source, without regard to the case of letters A to Z. */
export type DocumentMatch = { text?: string; fileType?: string; language?: string }

/** The order of a listing; documents that are equal in it are in the order of storing. */
export type DocumentOrder = { by: 'created' | 'title' | 'fileType' | 'language'; isReversed: boolean }

/** A position in the order in which documents are listed. */
export type DocumentPlace = { createdAt: string; id: string }

/**
 * Stores documents, their chunks and vectors, and ranks chunks. It returns raw scores only; how chunks are scored and how
 * rankings are combined is decided in `core/search`.
 *
 * A caller may rely on this:
 * - Every write is one transaction. After it resolves, the write survives a crash of the process; before it resolves,
 *   readers see the old state.
 * - Several processes may use one store; a write by one process is visible to the next query of another.
 * - Rankings contain only chunks of the named collections that match the whole filter. Filters are applied before
 *   ranking, so no matching chunk is missed.
 * - An unknown collection in a ranking is not an error: it contributes nothing.
 * - No text that is stored contains U+0000: a write that contains it throws Failure `INVALID_TEXT`. A term or a filter
 *   with that character matches nothing.
 */
export interface Store {
  /** One line for messages: kind and location, without secrets. */
  readonly description: string
  readonly schemaVersion: number
  /** Resolves to whether the store can be written. On a read-only disk, all reads work and all writes throw. */
  access(): Promise<'read-write' | 'read-only'>

  getCollection(name: string): Promise<Collection | null>
  /** Returns all collections in order of name; fast enough to be called before every search. */
  describeCollections(): Promise<CollectionSummary[]>
  /** The same with the number of documents and chunks. */
  listCollections(): Promise<CollectionCount[]>
  /** Creates the collection, or returns the existing one with that name unchanged. */
  ensureCollection(collection: Collection): Promise<Collection>
  /**
   * Changes the settings of a collection, not its documents. `binding` is applied only while the collection is empty,
   * because vectors of two models cannot be mixed. Throws Failure `COLLECTION_NOT_FOUND`.
   */
  updateCollection(
    name: string,
    change: {
      policy?: ChunkPolicy
      project?: ProjectSettings | null
      binding?: { model: string; dimensions: number }
      calibration?: JsonObject | null
    },
  ): Promise<Collection>
  /**
   * For each succession, removes the content of `name` and renames `by` to `name`, with the scope, the policy and the
   * project of the removed one. Copies whose id was made by `unfinishedId` get the id they were made from. All of them in
   * one transaction, or none: returns false when one of the replaced collections was written to since `version`.
   */
  replaceCollections(successions: readonly Succession[]): Promise<boolean>
  /** Counts each index of a collection. Throws Failure `INDEX_UNAVAILABLE` when one is missing. */
  countIndexes(name: string): Promise<IndexCount>
  /** Removes the collection with its content and returns what was removed; null when there was no such collection. */
  deleteCollection(name: string): Promise<{ documents: number; chunks: number } | null>

  findDocument(collection: string, source: string): Promise<DocumentSummary | null>
  /**
   * Stores the document with exactly these chunks, replacing any document of the same source, and applies the
   * correction of that source. Throws Failure `COLLECTION_NOT_FOUND` when the collection was deleted meanwhile, and
   * `EMBEDDING_MISMATCH` when a vector has the wrong length.
   */
  putDocument(write: DocumentWrite, signal: AbortSignal): Promise<void>
  /** The same for several documents, all or none. */
  putDocuments(writes: readonly DocumentWrite[], signal: AbortSignal): Promise<void>
  /**
   * Changes only title, metadata and labels of a document; its correction still applies. False when there is no document
   * with that id.
   */
  describeDocument(id: string, facts: DocumentDescription): Promise<boolean>
  /**
   * Replaces the correction of a document's source and applies it; null removes it. It stays when the document is
   * replaced or deleted, and when the collection is rebuilt. False when there is no document with that id.
   */
  correctDocument(id: string, correction: Correction | null): Promise<boolean>
  /** Counts what is stored for a document; null when there is no such document. */
  countDocument(id: string): Promise<DocumentCount | null>
  readDocument(id: string): Promise<Document | null>
  /** Returns documents with their text in the order of `ids`; ids that no longer exist are left out. */
  readDocuments(ids: readonly string[]): Promise<Document[]>
  /**
   * Returns where the lines of these pages are (null: of all pages), in order of page. Pages without lines are left out;
   * empty when nothing is known: the document does not exist, has no pages, or was stored by an earlier version.
   */
  readGeometry(id: string, pages: { first: number; last: number } | null): Promise<PageGeometry[]>
  /** A document without its text. */
  readSummary(id: string): Promise<DocumentSummary | null>
  /**
   * Lists documents, newest first, then by id, unless `order` is given; titles are compared without regard to the case of
   * letters A to Z. `collections: null` means all of them. `after`, which needs the usual order, skips everything up to and
   * including that position, even when its document no longer exists.
   */
  listDocuments(request: {
    collections: readonly string[] | null
    limit: number
    offset: number
    after?: DocumentPlace | null
    matching?: DocumentMatch
    order?: DocumentOrder
  }): Promise<DocumentSummary[]>
  /** Returns the number of documents in the collections that match. */
  countDocuments(collections: readonly string[], matching?: DocumentMatch): Promise<number>
  /**
   * Returns documents of one collection that match the filter, newest first, then by id. Throws Failure
   * `INVALID_FILTER` for conditions on chunks.
   */
  findDocuments(collection: string, filter: Filter, limit: number): Promise<DocumentSummary[]>
  /**
   * Among the documents whose metadata value of `key` begins with `prefix`, sorted by that value, returns those
   * directly before and after `value`.
   */
  findNeighbours(
    collection: string,
    request: { key: string; value: string; prefix: string },
  ): Promise<{ before: DocumentSummary | null; after: DocumentSummary | null }>
  /** Aggregates the documents of a collection per text value of a metadata key, in order of value. */
  groupDocuments(collection: string, request: GroupRequest): Promise<DocumentGroup[]>
  /**
   * Counts the documents of a collection per text value of a metadata key, in order of value. The counts are exact;
   * values without documents are left out. Throws Failure `INVALID_FILTER` for conditions on chunks.
   */
  tallyDocuments(collection: string, request: TallyRequest): Promise<ValueCount[]>
  /** Returns the number of chunks of these collections that match the filter. */
  countChunks(scope: { collections: readonly string[]; filter: Filter }): Promise<number>
  /** Returns how many chunks of these collections contain each term, and how many there are. */
  countTerms(request: {
    collections: readonly string[]
    terms: readonly string[]
  }): Promise<{ chunks: number; terms: TermCount[] }>
  /**
   * Removes a document and returns how many chunks were removed; null when there was no such document. With `trash`, the
   * same transaction keeps that entry, replacing one with its id; what is in the trash is in no other answer of the store.
   */
  deleteDocument(id: string, trash?: TrashWrite): Promise<number | null>
  /** Lists what was deleted from these collections (null: from all), newest first, then by id. */
  listTrash(collections: readonly string[] | null): Promise<TrashEntry[]>
  /** Returns the content of an entry; null when there is none with that id. */
  readTrash(id: string): Promise<Uint8Array | null>
  /** Removes entries for good. Removing a collection removes those of its documents. */
  removeTrash(ids: readonly string[]): Promise<void>

  /**
   * Ranks chunks by words, by vector, or both in one call. Each leg contributes its best `limit` chunks: by score, ties by
   * chunk id. Lexical scores are sums of `scoreTerm` over the first `mostTerms` terms, with the statistics of each
   * chunk's own collection; the ranking by words is exact at every size. Throws Failure `SCORING_UNSUPPORTED` for
   * parameters that the store cannot compute.
   */
  rank(query: RankQuery, signal: AbortSignal): Promise<Ranking>
  /**
   * Lists all documents of the scope in the order in which a text is likely to be found in them: first those of the
   * best-ranked chunks of each passage, then by share of its rarest words, then newest first. Whether a document
   * contains the text is for the caller to decide.
   */
  proposeDocuments(query: ProposalQuery, signal: AbortSignal): Promise<Proposals>
  /** Returns the stored vectors of these chunks; ids that no longer exist are left out. */
  loadVectors(ids: readonly string[]): Promise<Map<string, Float32Array>>
  /** Returns chunks in the order of `ids`; ids that no longer exist are left out. */
  loadChunks(ids: readonly string[], extras?: { tokenBits: boolean }): Promise<LoadedChunk[]>
  /** Returns all chunks of a document in order, as they were stored. */
  exportChunks(documentId: string): Promise<StoredChunk[]>
  /** Returns chunks of a collection without a vector: those of the documents in `first` first, then in order of storing. */
  listPending(request: {
    collection: string
    first: readonly string[]
    limit: number
  }): Promise<PendingChunk[]>
  /**
   * Adds vectors to chunks that still wait for them, in one transaction, and returns how many; keys of chunks that were
   * deleted or replaced are left out. Throws Failure `EMBEDDING_MISMATCH` when a vector has the wrong length.
   */
  putVectors(collection: string, vectors: readonly VectorWrite[], signal: AbortSignal): Promise<number>
  /**
   * Returns chunks of a collection that have a vector but no token bits, in order of storing. A call examines a limited
   * number of chunks, so it may return none; `next` is where the following call continues, null at the end.
   */
  listUntokened(request: {
    collection: string
    after: string | null
  }): Promise<{ chunks: UntokenedChunk[]; next: string | null }>
  /** Adds token bits in one transaction and returns how many; keys of deleted or replaced chunks are left out. */
  putTokens(collection: string, tokens: readonly TokenWrite[], signal: AbortSignal): Promise<number>

  /** Gives the space of deleted content back to the disk, when it is a large part of the store. Reads go on meanwhile. */
  compact(signal: AbortSignal): Promise<void>
  /**
   * Loads what the first ranking needs, in small steps that do not block other work. Of named collections, only what a store
   * keeps for the next process.
   */
  warm(collections?: readonly string[]): Promise<void>
  /** Verifies the structure of the store, and that every chunk has its text, vector and terms. */
  check(signal: AbortSignal): Promise<StoreCheck>
  /** Returns what an administrator should change, although the store works; absent when there is nothing to look at. */
  advise?(): Promise<{ says: string; remedy: string }[]>
  /** Null when the store has no index of vectors outside its database; absent when it cannot have one. */
  outerIndex?(): Promise<OuterIndexState | null>
  /** What is wrong with that index: it does not answer, or it does not have what it should. */
  checkOuterIndex?(signal: AbortSignal): Promise<string[]>
  /**
   * Builds that index anew, and resolves when it has every vector; `report` is called with how many chunks wait. When the
   * settings name no index, the store no longer notes changes for one.
   */
  rebuildOuterIndex?(report: (waiting: number) => void, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/**
 * An index of vectors outside the store's database, and how far it is behind: how many changes of how many chunks it does
 * not have yet, and for how many seconds the first of them has waited. `used` counts the rankings of this process that it
 * answered. `problem` says why it cannot be used.
 */
export type OuterIndexState = {
  description: string
  changes: number
  chunks: number
  seconds: number
  used: number
  problem: string | null
}

/** The location of the store's database: a file, or the address of a server. */
type DatabaseFile = { path: string; clock: Clock }
type DatabaseServer = { url: string; clock: Clock }

/**
 * Tables that a feature keeps in the store's database, with one function per SQL dialect. The feature creates them when
 * they are missing; the store itself does not use them.
 */
export type Tables<Access> = {
  sqlite(place: DatabaseFile): Promise<Access>
  postgres(place: DatabaseServer): Promise<Access>
}

/** Opens a feature's tables in the database of the store. */
export type OpenTables = <Access>(tables: Tables<Access>) => Promise<Access>
