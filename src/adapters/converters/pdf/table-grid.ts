import { joinHyphenated } from './join-lines.ts'
import { type Block, type Box, boundsOf, type Line, type Word } from './page-layout.ts'

/** A line with the words that it consists of. */
export type TextLine = Line & { words: Word[] }

/** A row of a table: its cells by column, and the lines that they were read from. */
export type GridRow = { cells: string[]; lines: TextLine[] }

export type Grid = GridRow[]

/** Groups lines on one baseline, from top to bottom, each row from left to right. */
export function toRows(lines: readonly TextLine[]): TextLine[][] {
  const rows: TextLine[][] = []
  for (const line of lines.toSorted((a, b) => a.y1 - b.y1 || a.x0 - b.x0)) {
    const row = rows.findLast(
      other => other[0] !== undefined && Math.abs(other[0].y1 - line.y1) < 0.45 * line.size,
    )
    if (row && rows.indexOf(row) >= rows.length - 2) row.push(line)
    else rows.push([line])
  }
  return rows.map(row => row.sort((a, b) => a.x0 - b.x0))
}

/** Numbers, amounts, percentages, ranges; dashes that mean none. */
export const figure = /^(?:[\s\d.,%$€£¥()+−–-]*\d[\s\d.,:/%$€£¥()+−–×*-]*[a-z]{0,3}|[−–—-]|n\/?a)$/iu

/** Bullets, and numbers of items. */
export const listMark = /^(?:[-–—•◦▪■●*►▸➤→+]|[([]?(?:\d{1,2}|[a-z]|[ivx]+)[.)\]])$/iu

/** In units of the size: parts of one word that are drawn separately are closer than this. */
const closeGap = 0.03

/** The text of words beside each other; that of the line when they are all of its words. */
export function textOf(words: readonly Word[], lines: readonly TextLine[]): string {
  const line = lines.find(({ words: [first] }) => first !== undefined && words.includes(first))
  if (line && line.words.length === words.length && line.words.every(word => words.includes(word)))
    return dropLeaders(line.text)
  let text = ''
  for (const [index, word] of words.entries()) {
    const previous = words[index - 1]
    text += previous && word.x0 - previous.x1 >= closeGap * word.size ? ` ${word.text}` : word.text
  }
  return dropLeaders(text.replace(/\s+/g, ' ').trim())
}

/** Drops the dots that lead from a label to its figures. */
function dropLeaders(text: string): string {
  return text.replace(/(?:\s*\.){5,}$/, '')
}

/** Joins the lines of a cell. */
export function joinCell(above: string, below: string): string {
  if (above === '' || below === '') return above || below
  const hyphen = joinHyphenated(above, below, nothing)
  if (hyphen === 'drop') return above.slice(0, -1) + below
  return hyphen === 'keep' ? above + below : `${above} ${below}`
}

const nothing: ReadonlySet<string> = new Set()

/** Writes a grid as a block whose lines are rows of a Markdown table. */
export function toTableBlock(grid: Grid): Block {
  const width = Math.max(...grid.map(row => row.cells.length))
  const separator = `|${' --- |'.repeat(width)}`
  return toBlock(
    grid.map(row => {
      const text = `| ${row.cells.map(cell => cell.replaceAll('|', '\\|') || ' ').join(' | ')} |`
      return toLine(row.lines, row === grid[0] ? `${text}\n${separator}` : text)
    }),
  )
}

/** Keeps each row in a line of its own, when the columns are uncertain. */
export function toRowsBlock(rows: readonly TextLine[][]): Block {
  return toBlock(rows.map(row => toLine(row, row.map(({ text }) => text).join('  '))))
}

function toBlock(lines: Line[]): Block {
  return { lines, ...boundsOf(lines), table: null, role: 'table' }
}

function toLine(row: readonly TextLine[], text: string): Line {
  const [first] = row
  return {
    ...boundsOf(row),
    text,
    size: first?.size ?? 0,
    monospace: false,
    bold: false,
    italic: false,
    face: '',
    order: Math.min(...row.map(line => line.order)),
    tagged: first?.tagged ?? null,
  }
}

export function isInside(line: Box, area: Box): boolean {
  const [x, y] = [(line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2]
  return x > area.x0 - 2 && x < area.x1 + 2 && y > area.y0 && y < area.y1
}
