import type { Document } from '../../../core/model/document.ts'
import { pagesOfSpan, sectionPathAt } from '../../../core/text/outline.ts'
import type { DocumentText } from './document-text.ts'
import type { Likeness } from './find-close.ts'
import type { Place } from './find-exact.ts'
import type { QuotePart } from './parse-quote.ts'
import { type FindStated, matchStatedPage } from './stated-page.ts'
import type { Omission, QuoteMatch } from './types.ts'

/** A passage as a reader wants to be told of it. */
export function describeMatch(
  found: Likeness,
  document: Document,
  findStated: FindStated | null,
): QuoteMatch {
  const { start, end, similarity, differences, omissions } = found
  const pages = pagesOfSpan(document.pages, start, end, document.markdown)
  const isOcr = document.pages.some(page => page.ocr && page.start < end && page.end > start)
  return {
    documentId: document.id,
    title: document.title,
    metadata: document.metadata,
    pages,
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

/** An exact place as a passage that is wholly alike, with what the quote's own marks stand for. */
export function likenessOf(place: Place, parts: readonly QuotePart[], text: DocumentText): Likeness {
  return {
    start: text.startOf(place[0]?.from ?? 0),
    end: text.endOf((place.at(-1)?.to ?? 1) - 1),
    similarity: 1,
    differences: [],
    omissions: omissionsOf(place, parts, text),
  }
}

function omissionsOf(place: Place, parts: readonly QuotePart[], text: DocumentText): Omission[] {
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
    ? 'This page was read by OCR: small differences may be misread letters. Look at the page itself.'
    : 'This page was read by OCR: the words agree with what was recognised, not necessarily with the print.'
}
