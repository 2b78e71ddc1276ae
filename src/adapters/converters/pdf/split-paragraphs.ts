import { endsSentence, isSameStyle } from './order-blocks.ts'
import { type Block, boundsOf, type Line } from './page-layout.ts'

/** Cuts a block into paragraphs: by distance, indentation, short last lines, list marks and changes of style. */
export function splitParagraphs(block: Block): Block[] {
  const column = {
    x0: block.x0,
    x1: block.x1,
    pitch: pitchOf(block.lines),
    isIndented: hasIndents(block),
  }
  const paragraphs: Line[][] = []
  for (const [index, line] of block.lines.entries()) {
    const previous = block.lines[index - 1]
    if (previous && !startsParagraph(previous, line, column)) paragraphs.at(-1)?.push(line)
    else paragraphs.push([line])
  }
  return paragraphs.map(lines => ({ ...block, ...boundsOf(lines), lines }))
}

type Column = { x0: number; x1: number; pitch: number; isIndented: boolean }

/** The median distance of lines; 0 when there is only one. */
function pitchOf(lines: readonly Line[]): number {
  const steps = lines
    .slice(1)
    .map((line, index) => line.y1 - (lines[index]?.y1 ?? line.y1))
    .filter(step => step > 1)
    .sort((a, b) => a - b)
  return steps[steps.length >> 1] ?? 0
}

/** Whether paragraphs of the block begin with an indented line. */
function hasIndents(block: Block): boolean {
  return block.lines.some((line, index) => index > 0 && isIndented(line, block.x0))
}

function isIndented(line: Line, left: number): boolean {
  return line.x0 - left > 0.8 * line.size && line.x0 - left < 6 * line.size
}

function startsParagraph(previous: Line, next: Line, column: Column): boolean {
  if (!isSameStyle(previous, next)) return true
  if (column.pitch > 0 && next.y1 - previous.y1 > 1.3 * column.pitch) return true
  if (bullet.test(next.text)) return true
  if (next.monospace) return false
  // The second line of a bold heading begins below its words, not below its number.
  if (previous.bold && next.bold && !endsSentence(previous.text)) return false
  if (isIndented(next, column.x0) && previous.x0 - column.x0 < 0.5 * previous.size) return true
  const isShort = column.x1 - previous.x1 > 0.2 * (column.x1 - column.x0)
  return isShort && endsSentence(previous.text)
}

const bullet = /^(?:[•◦▪■□●○‣∙·–—*]|\(?\d{1,3}[.)]|\[\d{1,3}\]|\(?[a-z][.)])\s/u
