import type { PageSpan } from '../../../core/model/chunk.ts'
import type { Page } from '../../../core/model/document.ts'
import type { QuoteMatch } from './inspect-document.ts'

/** By what a passage is on the page that was stated: the printed label, the PDF's own number, or neither. */
export type PageMatch = 'label' | 'pdf' | 'none'

/** Where the pages of a document fit what was stated: by label where any page bears it, by number besides. */
export type FindStated = (pages: readonly Page[]) => { label: ReadonlySet<Page>; pdf: ReadonlySet<Page> }

/** What became of the stated page, over all matches. */
export type PageCheck = {
  stated: string
  /** `unknown`: the quote was found, but only in documents without pages. */
  matched: PageMatch | 'unknown'
  /** A sentence with the page where it really is. */
  message: string
}

/** Reads "12", "p. xiv", "pp. 12–13" and numbers. A range also holds the pages between its ends. */
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

/** Pages named by either end, those that lie between both, and those whose number does. */
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

/** The printed label comes first. Null when nothing was stated or there are no pages to compare. */
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

/** Compares a stated page with where the quote was found: by printed label first, then by the PDF's own number. */
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

/** A citation should carry the printed page: who counted in the PDF is told what is printed there. */
function alsoPrinted(pages: PageSpan | null): string {
  const printed = pages && printedOf(pages)
  return printed === null ? '' : `; what is printed there is ${printed}`
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
