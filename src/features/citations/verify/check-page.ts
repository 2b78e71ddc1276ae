import type { PageSpan } from '../../../core/model/chunk.ts'
import { withoutPrefix } from './stated-page.ts'
import type { PageCheck, QuoteMatch } from './types.ts'

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
