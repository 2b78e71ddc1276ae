import type { Host } from '../../core/feature.ts'
import { featureTool } from '../../core/feature-tools.ts'
import type { ReferenceLibraries } from '../../core/ports/offers.ts'
import type { ReferenceReader } from './references/reference-reader.ts'
import type { QuoteVerdict, VerifyRequest } from './verify/verify-quote.ts'

/** What the tools for citations work with. */
export type Services = Host & {
  references: ReferenceReader
  /** Whether the words of a quote are in the collections, and where. */
  verify(request: VerifyRequest, signal: AbortSignal): Promise<QuoteVerdict>
  /** The user's reference manager; null where the program knows none. */
  libraries(): Promise<ReferenceLibraries | null>
  /** Languages of scanned pages, where neither a call nor the source says: English and German unless they are set. */
  ocrLanguages: readonly string[]
}

export const defineTool = featureTool<Services>()
