import { sortByHeight } from './find-gutters.ts'
import { boundsOf } from './page-layout.ts'
import type { TextLine } from './table-grid.ts'

/** In units of the size: page numbers of a contents page end at the same place. */
const sameEnd = 0.4
/** A contents page has at least this many page numbers below each other; without dots and a heading, this many. */
const leastEntries = 3
const leastUnled = 6

const pageNumber = /^(?:\d{1,4}|[ivxlc]{1,6})$/
const contentsHeading =
  /^(?:table of )?(?:contents|inhalt|inhaltsverzeichnis|sommaire|table des matières|índice)$/iu
/** An entry with dots that lead to its page number. */
const ledEntry = /(?:\. ?){3,}(?:\d{1,4}|[ivxlc]{1,6})$/u

/**
 * Joins titles of a contents page with the page numbers at the right edge of their line, where no dots lead to them: each
 * number is drawn directly after its title, and the numbers, also those after dots, end at the same place.
 */
export function joinEntries(lines: readonly TextLine[]): TextLine[] {
  const numbers = lines.filter(line => pageNumber.test(line.text))
  if (numbers.length === 0) return [...lines]
  const led = lines.filter(line => ledEntry.test(line.text))
  const ends = [...numbers, ...led].map(line => line.x1)
  const isLed = led.length > 0 || lines.some(line => contentsHeading.test(line.text))
  const rows = sortByHeight(lines)
  const titleOf = new Map<TextLine, TextLine>()
  for (const number of numbers) {
    const alike = ends.filter(end => Math.abs(end - number.x1) < sameEnd * number.size).length
    if (alike < (isLed ? leastEntries : leastUnled)) continue
    const title = rows.between(number.y0, number.y1).find(line => isTitle(line, number))
    if (title) titleOf.set(title, number)
  }
  if (titleOf.size === 0) return [...lines]
  const taken = new Set(titleOf.values())
  return lines.flatMap(line => {
    const number = titleOf.get(line)
    if (!number) return taken.has(line) ? [] : [line]
    const words = [...line.words, ...number.words]
    return [{ ...line, ...boundsOf([line, number]), text: `${line.text}  ${number.text}`, words }]
  })
}

function isTitle(line: TextLine, number: TextLine): boolean {
  return (
    /\p{L}{2}/u.test(line.text) &&
    Math.abs(line.y1 - number.y1) < 0.4 * number.size &&
    Math.max(...line.words.map(word => word.order)) + 1 === number.order
  )
}
