import type { Host } from '../../core/feature.ts'
import { featureTool } from '../../core/feature-tools.ts'
import type { ReferenceLibraries } from '../../core/ports/offers.ts'
import type { ManuscriptDesk } from './manuscript/manuscript-desk.ts'
import type { ReferenceReader } from './references/reference-reader.ts'
import type { QuoteVerdict, VerifyRequest } from './verify/verify-quote.ts'

/** The host, the reference reader and the quote check, as the citation tools receive them. */
export type Services = Host & {
  references: ReferenceReader
  /** Returns whether the words of a quote are in the collections, and where. */
  verify(request: VerifyRequest, signal: AbortSignal): Promise<QuoteVerdict>
  /** What checking a manuscript needs from the store and the converters. */
  manuscripts: ManuscriptDesk
  /** Returns the user's reference manager; null if no feature offers one. */
  libraries(): Promise<ReferenceLibraries | null>
  /** Default languages of scanned pages, if neither the call nor the source names any. Default: English and German. */
  ocrLanguages: readonly string[]
}

export const defineTool = featureTool<Services>()
