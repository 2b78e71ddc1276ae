import type { Line } from './page-layout.ts'

/** A line with what its place on the page says about how it follows the line before it. */
export type PlacedLine = Line & {
  /** Heading level, when the line is (part of) a heading. */
  heading: number | null
  /** Whether it goes on with the heading of the line before. */
  continued: boolean
  /** Number of its block on the page, and the block's left and right edges. */
  block: number
  left: number
  right: number
  /** Usual distance between lines of the block; 0 when it has only one. */
  pitch: number
  table: number | null
}

export type Separator = '' | ' ' | '\n' | '\n\n'

/** What stands between two lines: nothing more than a space inside a paragraph, a blank line between them. */
export function separateLines(previous: PlacedLine, next: PlacedLine): Separator {
  if (previous.heading !== null || next.heading !== null) return '\n\n'
  if (previous.table !== null && previous.table === next.table) return isSameRow(previous, next) ? ' ' : '\n'
  if (previous.block !== next.block) return continues(previous, next) ? ' ' : '\n\n'
  if (isSameRow(previous, next)) return ' '
  if (startsParagraph(previous, next)) return '\n\n'
  return previous.monospace && next.monospace ? '\n' : ' '
}

function isSameRow(previous: Line, next: Line): boolean {
  return Math.abs(previous.y1 - next.y1) < 0.5 * Math.max(previous.size, next.size)
}

/** A sentence that goes on in the next block: in the next column, or in the next line of widely set text. */
function continues(previous: PlacedLine, next: PlacedLine): boolean {
  return (
    isSameSize(previous, next) &&
    previous.table === null &&
    next.table === null &&
    previous.monospace === next.monospace &&
    /[\p{L}\p{N},;)\]”’"'-]$/u.test(previous.text) &&
    previous.text.includes(' ') &&
    /^\p{Ll}/u.test(next.text)
  )
}

function startsParagraph(previous: PlacedLine, next: PlacedLine): boolean {
  const size = Math.max(previous.size, next.size)
  const step = next.y1 - previous.y1
  if (!isSameSize(previous, next)) return true
  if (next.pitch > 0 && step > 1.3 * next.pitch) return true
  if (bullet.test(next.text)) return true
  const isIndented = next.x0 - next.left > 0.8 * size && next.x0 - next.left < 6 * size
  if (isIndented && previous.x0 - previous.left < 0.5 * size) return true
  const isShort = previous.right - previous.x1 > 0.2 * (previous.right - previous.left)
  return isShort && /[.!?:]["”’)]?$/.test(previous.text)
}

const bullet = /^(?:[•◦▪■□●○‣∙·–—*]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s/u

function isSameSize(a: Line, b: Line): boolean {
  return Math.abs(a.size - b.size) < 0.12 * Math.max(a.size, b.size)
}
