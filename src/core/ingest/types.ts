import type { Chunk } from '../model/chunk.ts'
import type { ChunkPolicy, CollectionScope } from '../model/collection.ts'
import type { Document, Page } from '../model/document.ts'
import type { JsonObject } from '../model/json.ts'
import type { RawSource } from '../model/source.ts'
import type { ConvertOptions } from '../ports/converter.ts'

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
