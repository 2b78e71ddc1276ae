import type { PageSpan } from '../../../core/model/chunk.ts'
import type { Page } from '../../../core/model/document.ts'
import type { QuoteMatch } from './inspect-document.ts'

/** How a passage matches the stated page: by printed label, by the PDF's page number, or not at all. */
export type PageMatch = 'label' | 'pdf' | 'none'

/** Returns the pages of a document that match the stated page, by label and by PDF page number. */
export type FindStated = (pages: readonly Page[]) => { label: ReadonlySet<Page>; pdf: ReadonlySet<Page> }

/** The result of comparing the stated page with all matches. */
export type PageCheck = {
  stated: string
  /** `unknown`: the quote was found, but only in documents without pages. */
  matched: PageMatch | 'unknown'
  /** A sentence that names the actual page. */
  message: string
}

/** Parses "12", "p. xiv", "pp. 12–13" and numbers. A range includes the pages between its ends. */
export function readStatedPage(stated: number | string): FindStated {
  const text = withoutPrefix(normalise(String(stated)))
  const [, first, last] = /^([\p{L}\p{N}.]+)\s*[-–—]\s*([\p{L}\p{N}.]+)$/u.exec(text) ?? []
  return pages => {
    const labels = pages.map(page => normalise(page.label ?? ''))
    const numbers = pages.map(page => String(page.number))
    const find = (names: readonly string[]) =>
      new Set([
        ...pages.filter((_, index) => names[index] === text),
        ...(first === undefined || last === undefined ? [] : between(pages, names, { first, last })),
      ])
    return { label: find(labels), pdf: find(numbers) }
  }
}

/**
 * Returns the pages whose name is one of the ends, that are positioned between both, or whose number is between both.
 */
function between(
  pages: readonly Page[],
  names: readonly string[],
  { first, last }: { first: string; last: string },
): Page[] {
  const [from, to] = [names.indexOf(first), names.lastIndexOf(last)]
  const [low, high] = [Number(first), Number(last)]
  return pages.filter((_, index) => {
    const name = names[index] ?? ''
    if (name === first || name === last) return true
    if (from >= 0 && index > from && index < to) return true
    return name !== '' && Number(name) >= low && Number(name) <= high
  })
}

/** "pp. 12–13" → "12–13". */
function withoutPrefix(stated: string): string {
  return stated.trim().replace(/^(?:pages?|pp?|seiten?|s)\b\.?\s*/i, '')
}

function normalise(text: string): string {
  return text.trim().toLowerCase()
}

/** Prefers the printed label. Returns null when no page was stated or there are no pages to compare. */
export function matchStatedPage(
  findStated: FindStated | null,
  span: PageSpan | null,
  pages: readonly Page[],
): PageMatch | null {
  if (findStated === null || span === null) return null
  const own = pages.filter(page => page.number >= span.first && page.number <= span.last)
  const { label, pdf } = findStated(pages)
  if (own.some(page => label.has(page))) return 'label'
  return own.some(page => pdf.has(page)) ? 'pdf' : 'none'
}

/** Compares the stated page with the matches, by printed label first, then by PDF page number. */
export function checkPage(given: string, matches: readonly QuoteMatch[]): PageCheck {
  const stated = withoutPrefix(given)
  const matchedBy = (by: QuoteMatch['statedPage']) => matches.find(match => match.statedPage === by)
  const byLabel = matchedBy('label')
  if (byLabel !== undefined)
    return { stated, matched: 'label', message: `It is on printed page ${stated}${alsoPdf(byLabel.pages)}.` }
  const byNumber = matchedBy('pdf')
  if (byNumber !== undefined)
    return { stated, matched: 'pdf', message: `It is on PDF page ${stated}${alsoPrinted(byNumber.pages)}.` }
  const places = [...new Set(matches.flatMap(({ pages }) => (pages === null ? [] : [placeOf(pages)])))]
  if (matches.length === 0)
    return { stated, matched: 'none', message: 'The quote was not found, so no page could be compared.' }
  if (places.length === 0)
    return {
      stated,
      matched: 'unknown',
      message: `Page ${stated} cannot be checked: the document has no pages.`,
    }
  const shown = places.slice(0, mostPlaces).join('; ')
  const more = places.length > mostPlaces ? ` and ${places.length - mostPlaces} more places` : ''
  return { stated, matched: 'none', message: `It is not on page ${stated}, but on ${shown}${more}.` }
}

const mostPlaces = 3

/** "printed page 65 (PDF page 77)". */
function placeOf(pages: PageSpan): string {
  const printed = printedOf(pages)
  return printed === null ? `PDF ${numbersOf(pages)}` : `printed ${printed} (PDF ${numbersOf(pages)})`
}

function alsoPdf(pages: PageSpan | null): string {
  return pages === null ? '' : ` (PDF ${numbersOf(pages)})`
}

/** A citation should use the printed page, so a caller who stated the PDF page is shown the printed one. */
function alsoPrinted(pages: PageSpan | null): string {
  const printed = pages && printedOf(pages)
  return printed === null ? '' : `, which is printed ${printed}`
}

function numbersOf({ first, last }: PageSpan): string {
  return first === last ? `page ${first}` : `pages ${first}–${last}`
}

function printedOf({ firstLabel, lastLabel }: PageSpan): string | null {
  if (firstLabel === null) return null
  return lastLabel === null || lastLabel === firstLabel
    ? `page ${firstLabel}`
    : `pages ${firstLabel}–${lastLabel}`
}
