import type { PageSpan } from '../../../core/model/chunk.ts'
import type { Document } from '../../../core/model/document.ts'
import { throwIfAborted } from '../../../core/model/failure.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import type { PageLabelSource } from '../../../core/model/page-label.ts'
import type { Store } from '../../../core/ports/store.ts'
import { pagesOfSpan, sectionPathAt } from '../../../core/text/outline.ts'
import { cacheOf, type DocumentText } from './document-text.ts'
import { findExact, findInterrupted, mostPlaces, type QuotePlace } from './find-exact.ts'
import type { Screen } from './list-candidates.ts'
import type { Difference } from './list-differences.ts'
import type { ParsedQuote, QuotePart } from './parse-quote.ts'
import type { ReadText } from './read-texts.ts'
import type { Likeness, Omission, Seeker } from './seek-close.ts'
import { type FindStated, matchStatedPage, type PageMatch } from './stated-page.ts'
import type { VerifyRequest } from './verify-quote.ts'
import { admitsPassage } from './within-filter.ts'

export type QuoteMatch = {
  documentId: string
  title: string
  metadata: JsonObject
  fileType: string
  pages: PageSpan | null
  /** Where the printed page numbers of the document come from. */
  pageLabelSource: PageLabelSource
  sectionPath: string[]
  /** In UTF-16 code units of the document's Markdown. */
  charSpan: { start: number; end: number }
  /** The passage in the Markdown, exactly `charSpan`. */
  text: string
  /** 0 to 1; 1 for an exact match. */
  similarity: number
  differences: Difference[]
  omissions: Omission[]
  /** Null when no page was stated or the document has no pages. */
  statedPage: PageMatch | null
  /** Whether any part of the passage was read by OCR, so that small differences may be misread letters. */
  isOcr: boolean
  /** A remark for the reader about this match. */
  note: string | null
}

/** The state of one verification: what is searched for and what was found so far. */
export type VerificationState = {
  request: VerifyRequest
  quote: ParsedQuote
  findStated: FindStated | null
  seek: Seeker
  exact: QuoteMatch[]
  close: QuoteMatch[]
  /** Ids of the documents that were read, with their number of chunks. */
  checked: Map<string, number>
  warnings: Set<string>
}

/** Adds the matches in one document to the search. Returns false when the screen rejected the document. */
export async function inspectDocument(
  search: VerificationState,
  { read, store, screen }: { read: ReadText; store: Store; screen?: Screen },
  signal: AbortSignal,
): Promise<boolean> {
  throwIfAborted(signal)
  // Yields to timers and other callers between two documents.
  await new Promise(resolve => setImmediate(resolve))
  const { summary, document } = read
  if (read.text === null && document !== null && screen && !screen(document.markdown)) return false
  const text = read.text ?? (document && cacheOf(store).prepare(document, screen ? 'optional' : 'wanted'))
  if (text === null) return true
  const { places, parts } = findPlaces(search.quote, text)
  if (places.length >= mostPlaces)
    search.warnings.add(
      `"${summary.title}" contains the quote more than ${mostPlaces} times; further places were not counted.`,
    )
  search.exact.push(...places.flatMap(place => toMatches(search, text, likenessOf(place, parts, text))))
  if (search.exact.length === 0)
    search.close.push(...findSimilar(search, text).flatMap(likeness => toMatches(search, text, likeness)))
  search.checked.set(summary.id, summary.chunkCount)
  return true
}

/** Tries the quote literally first: its brackets and dots may be part of the document. */
function findPlaces(
  { whole, parts }: ParsedQuote,
  text: DocumentText,
): { places: QuotePlace[]; parts: QuotePart[] } {
  const places = findExact([whole], text)
  if (places.length > 0 || parts === null) return { places, parts: [whole] }
  return { places: findExact(parts, text), parts }
}

function findSimilar({ quote, seek }: VerificationState, text: DocumentText): Likeness[] {
  const interrupted = quote.parts === null ? findInterrupted(quote.whole, text) : []
  return interrupted.length > 0 ? interrupted : seek(text)
}

function toMatches(
  { request, findStated }: VerificationState,
  text: DocumentText,
  found: Likeness,
): QuoteMatch[] {
  const match = describeMatch(found, text.document, findStated)
  return admitsPassage(request.filter, match.pages, match.sectionPath) ? [match] : []
}

function describeMatch(found: Likeness, document: Document, findStated: FindStated | null): QuoteMatch {
  const { start, end, similarity, differences, omissions } = found
  const pages = pagesOfSpan(document, { start, end })
  const isOcr = document.pages.some(page => page.ocr && page.start < end && page.end > start)
  return {
    documentId: document.id,
    title: document.title,
    metadata: document.metadata,
    fileType: document.fileType,
    pages,
    pageLabelSource: document.pageLabelSource,
    sectionPath: sectionPathAt(document.outline, start),
    charSpan: { start, end },
    text: document.markdown.slice(start, end),
    similarity: Math.round(similarity * 1000) / 1000,
    differences,
    omissions,
    statedPage: matchStatedPage(findStated, pages, document.pages),
    isOcr,
    note: isOcr ? noteOnOcr(differences.length > 0) : null,
  }
}

/** Returns an exact place as a match with similarity 1, with the text that each omission mark replaces. */
function likenessOf(place: QuotePlace, parts: readonly QuotePart[], text: DocumentText): Likeness {
  return {
    start: text.startOf(place[0]?.from ?? 0),
    end: text.endOf((place.at(-1)?.to ?? 1) - 1),
    similarity: 1,
    differences: [],
    omissions: omissionsOf(place, parts, text),
  }
}

function omissionsOf(place: QuotePlace, parts: readonly QuotePart[], text: DocumentText): Omission[] {
  const marks = parts.map((part, index) => {
    const [previous, span] = [place[index - 1], place[index]]
    const isBetween = previous !== undefined && span !== undefined
    const found = isBetween ? between(text, previous.to, span.from) : ''
    return { mark: part.gap.mark, found }
  })
  return [...marks, { mark: parts.at(-1)?.mark ?? '', found: '' }].filter(({ mark }) => mark !== '')
}

function between(text: DocumentText, from: number, to: number): string {
  return text.document.markdown.slice(text.endOf(from - 1), text.startOf(to)).trim()
}

function noteOnOcr(differs: boolean): string {
  return differs
    ? 'This page was read by OCR: small differences may be misread letters. Compare with the page itself.'
    : 'This page was read by OCR: the quote matches the recognised text, which may differ from the print.'
}
