import type { PlacedLine } from './separate-lines.ts'
import type { PageLines } from './write-markdown.ts'

/** Headings are this much larger than the text, at least. */
const larger = 1.15
const maxLevels = 3

/**
 * Without an outline, short lines in a larger size than the text are headings, the largest outermost. When
 * large lines are too many or too few to be headings of anything, none is marked.
 */
export function guessHeadings(pages: readonly PageLines[]): void {
  const lines = pages.filter(page => !page.ocr).flatMap(page => page.lines)
  const body = commonSize(lines)
  const candidates = lines.filter((line, index) => isHeading(line, lines[index - 1], body))
  if (candidates.length === 0 || candidates.length > 0.12 * lines.length) return
  const sizes = [...new Set(candidates.map(line => roundSize(line.size)))]
    .sort((a, b) => b - a)
    .slice(0, maxLevels)
  let previous: PlacedLine | null = null
  for (const line of candidates) {
    const level = sizes.indexOf(roundSize(line.size)) + 1
    line.heading = level === 0 ? maxLevels : level
    line.continued = previous !== null && isNextLine(previous, line)
    previous = line
  }
}

function isHeading(line: PlacedLine, previous: PlacedLine | undefined, body: number): boolean {
  if (line.size < larger * body || line.size > 6 * body) return false
  if (line.table !== null || line.text.length > 120) return false
  if (!/\p{L}{2}/u.test(line.text) || /[,;]$/.test(line.text)) return false
  const isInText = previous !== undefined && previous.block === line.block && previous.size < larger * body
  return !isInText
}

function isNextLine(previous: PlacedLine, line: PlacedLine): boolean {
  return (
    previous.block === line.block &&
    previous.heading === line.heading &&
    line.y0 - previous.y0 < 2 * line.size
  )
}

function commonSize(lines: readonly PlacedLine[]): number {
  const letters = new Map<number, number>()
  for (const line of lines) {
    const size = roundSize(line.size)
    letters.set(size, (letters.get(size) ?? 0) + line.text.length)
  }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

function roundSize(size: number): number {
  return Math.round(size * 2) / 2
}
