import type { Chunk } from '../model/chunk.ts'
import type { ChunkPolicy, Collection, CollectionScope } from '../model/collection.ts'
import type { Document, Page } from '../model/document.ts'
import type { JsonObject } from '../model/json.ts'
import type { ReportProgress } from '../model/progress.ts'
import type { RawSource } from '../model/source.ts'
import type { Analyzer } from '../ports/analyzer.ts'
import type { Cache } from '../ports/cache.ts'
import type { Chunker } from '../ports/chunker.ts'
import type { Clock } from '../ports/clock.ts'
import type { Converters, ConvertOptions } from '../ports/converter.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { Store } from '../ports/store.ts'
import type { VectorItem } from './put-vectors.ts'

/** How a collection is made when it does not exist yet. */
export type CollectionDefaults = { scope: CollectionScope; policy: ChunkPolicy }

/** What a document is found to be, once its text is known. */
export type Described = {
  title: string
  metadata: JsonObject
  warnings: string[]
  /** Where the text stands, when the source itself has no pages. */
  pages?: Page[]
}

export type IngestStep = 'compared' | 'cut' | 'embedded' | 'stored'

export type IngestRequest = {
  collection: string
  /** Gives the bytes; called once, inside the walk. */
  read: (signal: AbortSignal) => Promise<RawSource>
  metadata: JsonObject
  options: ConvertOptions
  /** Adds what can be told only from the text; asked again when an unchanged source is met, so it must be quick. */
  describe?: (document: Document) => Described | Promise<Described>
  /** Id to give the document, for contracts that derive it from the source's own; otherwise it is derived here. */
  id?: string
  /** Text to use when none can be extracted; it has no pages. */
  fallback?: (signal: AbortSignal) => Promise<string | null>
  /** How to cut this document, when not as its collection does. */
  policy?: ChunkPolicy
  /** The bytes are UTF-8 text that is stored exactly as it stands. */
  isVerbatim?: boolean
  /** Words about the place of each chunk, embedded before it and never shown; null leaves a chunk as it is. */
  situate?: (
    document: Document,
    chunks: readonly Chunk[],
    signal: AbortSignal,
  ) => Promise<readonly (string | null)[]>
  /** Told as each part of the walk is done. */
  onStep?: (step: IngestStep) => void
  /** Converts and stores even what has not changed. */
  force?: boolean
}

export type IngestReport = {
  outcome: 'created' | 'replaced' | 'skipped'
  documentId: string
  source: string
  collection: string
  /** Chunks written by this walk: 0 when skipped. */
  chunksWritten: number
  /** Chunks the document has now. */
  chunkCount: number
  /** Pages read by this walk: 0 when skipped, and where the format has none. */
  pagesRead: number
  warnings: string[]
  /** Time the embedding model took. */
  embedMs: number
}

/** A source that has been read, and the model it is to be embedded with. */
export type AskedIngest = { request: IngestRequest; raw: RawSource; embedder: Embedder }

/** Texts that come with vectors of this model. */
export type AskedVectors = { items: readonly VectorItem[]; collection: Collection; embedder: Embedder }

/** Bytes of a source, and characters of a text, that are ingested within some milliseconds whatever they say. */
export const lightLength = 32_768

/** The same walk in other processes, for sources that would keep this thread from answering others. */
export type IngestChildren = {
  ingest(
    asked: AskedIngest,
    context: { signal: AbortSignal; progress: ReportProgress },
  ): Promise<IngestReport>
  putVectors(asked: AskedVectors, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** What the write walk needs from the world. */
export type Parts = {
  store: Store
  embedder: Embedder
  /** Opens another model by how users choose one; without it, projects can use this one only. */
  openEmbedder?: (choice: string) => Promise<Embedder>
  converters: Converters
  chunker: Chunker
  analyzer: Analyzer
  /** Remembers answers to repeated questions; without it every question is searched. */
  cache?: Cache | null
  /** Without them every source is ingested on the calling child. */
  ingestChildren?: IngestChildren | null
  clock: Clock
  collectionDefaults: CollectionDefaults
}
