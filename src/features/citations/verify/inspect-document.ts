import type { DocumentSummary } from '../../../core/model/document.ts'
import { throwIfAborted } from '../../../core/model/failure.ts'
import { describeMatch, likenessOf } from './describe-match.ts'
import type { DocumentText } from './document-text.ts'
import type { Likeness, Seeker } from './find-close.ts'
import { findExact, mostPlaces, type Place } from './find-exact.ts'
import { findInterrupted } from './find-interrupted.ts'
import type { Quote, QuotePart } from './parse-quote.ts'
import type { Screen } from './screen-document.ts'
import type { FindStated } from './stated-page.ts'
import { cacheOf } from './text-cache.ts'
import type { QuoteMatch, VerifyParts, VerifyRequest } from './types.ts'
import { admitsPassage } from './within-filter.ts'

/** What is looked for, and what was found so far. */
export type Search = {
  request: VerifyRequest
  quote: Quote
  findStated: FindStated | null
  seek: Seeker
  exact: QuoteMatch[]
  close: QuoteMatch[]
  /** Ids of the documents read, with the number of their chunks. */
  checked: Map<string, number>
  warnings: Set<string>
}

/** Adds the places of one document to the search. False when it was not read because of the screen. */
export async function inspectDocument(
  search: Search,
  summary: DocumentSummary,
  { store, screen }: Pick<VerifyParts, 'store'> & { screen?: Screen },
  signal: AbortSignal,
): Promise<boolean> {
  throwIfAborted(signal)
  // Lets timers and other callers have their turn between two documents.
  await new Promise(resolve => setImmediate(resolve))
  const text = await cacheOf(store).load(summary, screen)
  if (text === 'unlikely') return false
  if (text === null) return true
  const { places, parts } = findPlaces(search.quote, text)
  if (places.length >= mostPlaces)
    search.warnings.add(
      `"${summary.title}" holds the words more than ${mostPlaces} times; the rest was not counted.`,
    )
  search.exact.push(...places.flatMap(place => describe(search, text, likenessOf(place, parts, text))))
  if (search.exact.length === 0)
    search.close.push(...findLike(search, text).flatMap(likeness => describe(search, text, likeness)))
  search.checked.set(summary.id, summary.chunkCount)
  return true
}

/** The quote taken at its word first: brackets and dots may be the document's own. */
function findPlaces({ whole, parts }: Quote, text: DocumentText): { places: Place[]; parts: QuotePart[] } {
  const places = findExact([whole], text)
  if (places.length > 0 || parts === null) return { places, parts: [whole] }
  return { places: findExact(parts, text), parts }
}

function findLike({ quote, seek }: Search, text: DocumentText): Likeness[] {
  const interrupted = quote.parts === null ? findInterrupted(quote.whole, text) : []
  return interrupted.length > 0 ? interrupted : seek(text)
}

function describe({ request, findStated }: Search, text: DocumentText, found: Likeness): QuoteMatch[] {
  const match = describeMatch(found, text.document, findStated)
  return admitsPassage(request.filter, match.pages, match.sectionPath) ? [match] : []
}
