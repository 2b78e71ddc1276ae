import type { ChunkPolicy, CollectionScope } from '../model/collection.ts'
import type { JsonObject } from '../model/json.ts'
import type { RawSource } from '../model/source.ts'
import type { ConvertOptions } from '../ports/converter.ts'

/** How a collection is made when it does not exist yet. */
export type CollectionDefaults = { scope: CollectionScope; policy: ChunkPolicy }

export type IngestRequest = {
  collection: string
  /** Gives the bytes; called once, inside the walk. */
  read: (signal: AbortSignal) => Promise<RawSource>
  metadata: JsonObject
  options: ConvertOptions
}

export type IngestReport = {
  outcome: 'created' | 'replaced' | 'skipped'
  documentId: string
  source: string
  collection: string
  /** Chunks written by this walk: 0 when skipped. */
  chunksWritten: number
  warnings: string[]
}
