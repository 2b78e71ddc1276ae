import type { JsonObject } from '../../core/model/json.ts'
import type { Reference } from '../../core/model/reference.ts'
import type { RawSource } from '../../core/model/source.ts'

/** One document to be, before it is read. */
export type SourceItem = {
  /** What its outcome is reported under. */
  name: string
  read(signal: AbortSignal): Promise<RawSource>
  /** Text to use when the source itself has none that can be extracted. */
  fallback?: (signal: AbortSignal) => Promise<string | null>
  /** What is known of it before it is read. */
  metadata: JsonObject
  /** The record it belongs to, where the source itself says so; null: look for one. */
  reference: Reference | null
  /** Where the text stands in a document that is not read here (an annotation). */
  page: { number: number; label: string | null } | null
}

export type GatheredSource = { items: SourceItem[]; warnings: string[] }
