import type { Reference } from '../../../core/model/reference.ts'
import { titleWords } from './title-words.ts'

/** Titles stand near the top, whatever is printed above them, and are set over a few lines. */
const mostLinesAbove = 40
const mostLines = 6
/** "Annual Report" may be printed anywhere; a short title counts only where a page begins. */
const longTitle = 4
const mostLinesAboveShort = 2

type Printed = { reference: Reference; first: number; last: number }

/**
 * The reference whose whole title is what some whole lines at the top of a page say: word for word, since a page says
 * many things. With a subtitle it comes before one without; a page that prints the titles of several works is none of
 * them.
 */
export function matchPrintedTitle(page: string, byTitle: ReadonlyMap<string, Reference>): Reference | null {
  const [longest, ...others] = findPrinted(page, byTitle).sort(
    (one, other) => other.last - other.first - (one.last - one.first) || one.first - other.first,
  )
  if (longest === undefined) return null
  const isIn = ({ first, last }: Printed) => first >= longest.first && last <= longest.last
  return others.every(other => other.reference === longest.reference || isIn(other))
    ? longest.reference
    : null
}

function findPrinted(page: string, byTitle: ReadonlyMap<string, Reference>): Printed[] {
  const lines = page
    .split('\n')
    .map(line => titleWords(line))
    .filter(words => words.length > 0)
    .slice(0, mostLinesAbove + mostLines)
  return lines.flatMap((_, first) =>
    Array.from({ length: mostLines }, (_, more) => first + more).flatMap(last => {
      const words = lines.slice(first, last + 1).flat()
      const reference = last < lines.length ? byTitle.get(words.join(' ')) : undefined
      const isPlaced = words.length >= longTitle || (words.length > 1 && first < mostLinesAboveShort)
      return reference !== undefined && isPlaced ? [{ reference, first, last }] : []
    }),
  )
}
