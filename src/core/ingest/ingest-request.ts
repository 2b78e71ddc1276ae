import type { Chunk } from '../model/chunk.ts'
import type { ChunkPolicy, Collection, CollectionScope } from '../model/collection.ts'
import type { Document, Page } from '../model/document.ts'
import type { JsonObject } from '../model/json.ts'
import type { PageLabelSource } from '../model/page-label.ts'
import type { ReportProgress } from '../model/progress.ts'
import type { RawSource } from '../model/source.ts'
import type { Analyzer } from '../ports/analyzer.ts'
import type { Cache } from '../ports/cache.ts'
import type { Chunker } from '../ports/chunker.ts'
import type { Clock } from '../ports/clock.ts'
import type { Converters, ConvertOptions } from '../ports/converter.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { ChosenModel } from '../ports/model-shelf.ts'
import type { Originals } from '../ports/originals.ts'
import type { RelationReader } from '../ports/relation-reader.ts'
import type { Reranker } from '../ports/reranker.ts'
import type { Store } from '../ports/store.ts'
import type { VectorItem } from './put-vectors.ts'

/** The settings of a collection that is created by its first document. */
export type CollectionDefaults = { scope: CollectionScope; policy: ChunkPolicy }

/** What a request derives from a document's text. */
export type Described = {
  title: string
  metadata: JsonObject
  warnings: string[]
  /** A page map, when the source itself has no pages, or the same pages with labels that the request knows. */
  labels?: { pages: Page[]; source: PageLabelSource }
}

export type IngestStep = 'compared' | 'cut' | 'embedded' | 'stored'

export type IngestRequest = {
  collection: string
  /** Returns the bytes; called once, inside the walk. */
  read: (signal: AbortSignal) => Promise<RawSource>
  metadata: JsonObject
  options: ConvertOptions
  /** Derives title and metadata from the text. Also called for an unchanged source, so it must be fast. */
  describe?: (document: Document) => Described | Promise<Described>
  /**
   * The document's id, for contracts that derive it from the source's own id; otherwise it is derived from the content.
   */
  id?: string
  /** Returns the text to store when none can be extracted; it has no pages. */
  fallback?: (signal: AbortSignal) => Promise<string | null>
  /** How to cut this document, when it differs from the collection's policy. */
  policy?: ChunkPolicy
  /** The bytes are UTF-8 text, which is stored unconverted. */
  isVerbatim?: boolean
  /** Returns for each chunk a text that is embedded before it and never shown; null embeds the chunk alone. */
  situate?: (
    document: Document,
    chunks: readonly Chunk[],
    signal: AbortSignal,
  ) => Promise<readonly (string | null)[]>
  /** Called when each part of the walk is done. */
  onStep?: (step: IngestStep) => void
  /**
   * When the vectors are made: `now`, before the document is stored (default); `after`, for a large document after it is
   * stored by its words, and before the walk ends; `later`, by work in the background.
   */
  vectors?: 'now' | 'after' | 'later'
  /** Converts and stores the source even when it has not changed. */
  force?: boolean
  /** Throws NO_TEXT when the source has fewer words. */
  minWords?: number
  /** How many sources this one is inside of: 1 for an attachment of a mail. */
  depth?: number
}

/** A file inside a source that is stored as a document of its own. */
export type AttachedDocument = { name: string; documentId: string; chunksWritten: number; pending: number }

/** What became of the files inside a source. `warnings` lists those that were not stored, with the reason. */
export type AttachedReport = { stored: AttachedDocument[]; warnings: string[] }

export type IngestReport = {
  outcome: 'created' | 'replaced' | 'skipped'
  documentId: string
  source: string
  collection: string
  /** Chunks written by this walk, also for its attachments: 0 when skipped. */
  chunksWritten: number
  /** Chunks the document has now. */
  chunkCount: number
  /** Pages read by this walk: 0 when skipped, and where the format has none. */
  pagesRead: number
  warnings: string[]
  /** Chunks that still wait for their vector, also of its attachments. */
  pending: number
  /** The documents of its attachments; empty when skipped. */
  attachments: AttachedDocument[]
  /** Time the embedding model took. */
  embedMs: number
}

/** A source that has been read, and the model to embed it with. */
export type AskedIngest = { request: IngestRequest; raw: RawSource; embedder: Embedder }

/** Texts with vectors that this model made. */
export type AskedVectors = { items: readonly VectorItem[]; collection: Collection; embedder: Embedder }

/** The write walk in other processes, for sources that would block this thread for too long. */
export type IngestChildren = {
  ingest(
    asked: AskedIngest,
    context: { signal: AbortSignal; progress: ReportProgress },
  ): Promise<IngestReport>
  putVectors(asked: AskedVectors, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** What the write walk needs. */
export type Parts = {
  store: Store
  embedder: Embedder
  /** Opens another model by its name in the settings; without it, projects can only use `embedder`. */
  openEmbedder?: (choice: string) => Promise<Embedder>
  /** How `embedder` was opened, when it is not the server's own model. */
  embedderChoice?: string
  /** The model that new collections get; null when the settings decide, which is `embedder`. */
  modelInUse?: () => Promise<ChosenModel | null>
  converters: Converters
  chunker: Chunker
  analyzer: Analyzer
  /** Scores the best hits of a search again; without it the order of the rankings stays. */
  reranker?: Reranker | null
  /** A reranker that was trained to tell whether a passage answers a question; without it answers are found by comparing. */
  answerReader?: Reranker | null
  /** Reads which names of a text are related and how; without it, facts are read by rules alone. */
  relationReader?: RelationReader | null
  /** Caches answers to repeated questions; without it every question is searched. */
  cache?: Cache | null
  /** Keeps uploaded files; without it they are not kept. */
  originals?: Originals
  /** Without them every source is ingested in the calling process. */
  ingestChildren?: IngestChildren | null
  clock: Clock
  collectionDefaults: CollectionDefaults
}

/** Up to this many bytes or characters, a source is ingested within some milliseconds, whatever it contains. */
export const lightLength = 16_384

/**
 * Whether ingesting the source may block the thread for too long: it is large, or it is compressed, so that its size
 * says little. A compressed file starts with bytes that no text contains; a PDF file does not always.
 */
export function isHeavySource({ bytes }: RawSource): boolean {
  const start = bytes.subarray(0, 1024)
  return bytes.length > lightLength || start.some(byte => byte < 9) || Buffer.from(start).includes('%PDF-')
}

/** Measured after NFKC normalization, in which one character can become many (an Arabic one up to eighteen). */
export function isHeavyText(markdown: string): boolean {
  return markdown.normalize('NFKC').length > lightLength
}

/** What binds a new collection to the model of these parts. */
export function bindingOf({
  embedder: { id: model, dimensions },
  embedderChoice,
}: Pick<Parts, 'embedder' | 'embedderChoice'>): Pick<Collection, 'model' | 'dimensions' | 'embedder'> {
  return { model, dimensions, ...(embedderChoice === undefined ? {} : { embedder: embedderChoice }) }
}
