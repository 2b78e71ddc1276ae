import type { Collection } from '../model/collection.ts'
import type { ReportProgress } from '../model/progress.ts'
import type { RawSource } from '../model/source.ts'
import type { Analyzer } from '../ports/analyzer.ts'
import type { Cache } from '../ports/cache.ts'
import type { Chunker } from '../ports/chunker.ts'
import type { Clock } from '../ports/clock.ts'
import type { Converters } from '../ports/converter.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { Store } from '../ports/store.ts'
import type { VectorItem } from './put-vectors.ts'
import type { CollectionDefaults, IngestReport, IngestRequest } from './types.ts'

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
