import { type Grid, type TextLine, toRows } from './find-tables.ts'
import type { Box, Word } from './page-layout.ts'

/** In units of the size: words closer than this belong to one cell. */
const wordSpace = 0.75
/** In units of the size: a strip between columns is at least this wide. */
const leastStrip = 0.5
/** The share of rows that may cross a strip: headings over several columns do. */
const crossingShare = 0.2
/** Cells with more letters on average are running text in columns. */
const longestCell = 60
const longestUnruled = 32

/** Words beside each other in one cell. */
type Phrase = { words: Word[]; x0: number; x1: number }

type Row = { lines: TextLine[]; phrases: Phrase[] }

/**
 * Reads lines as the rows and columns of a table; null when they do not form one. A cell over several columns is
 * repeated in each of them.
 */
export function readGrid(
  lines: readonly TextLine[],
  { rules, isRuled }: { rules: readonly Box[]; isRuled: boolean },
): Grid | null {
  const rows = toRows(lines).map((row): Row => ({ lines: row, phrases: toPhrases(row) }))
  if (rows.length < 2) return null
  const strips = findStrips(rows)
  if (strips.length === 0) return null
  const cells = rows.map(row => fillRow(row.phrases, strips))
  if (!isTable(cells, isRuled)) return null
  return joinRows({ cells, rows: rows.map(row => row.lines) }, rules)
}

function toPhrases(row: readonly TextLine[]): Phrase[] {
  const words = row
    .flatMap(line => line.words)
    .filter(word => word.text.trim() !== '')
    .sort((a, b) => a.x0 - b.x0)
  const phrases: Phrase[] = []
  for (const word of words) {
    const last = phrases.at(-1)
    if (last && word.x0 - last.x1 < wordSpace * word.size) {
      last.words.push(word)
      last.x1 = Math.max(last.x1, word.x1)
    } else phrases.push({ words: [word], x0: word.x0, x1: word.x1 })
  }
  return phrases
}

type Strip = { x0: number; x1: number }

/** The empty strips between columns. */
function findStrips(rows: readonly Row[]): Strip[] {
  const all = rows.flatMap(row => row.phrases)
  const left = Math.min(...all.map(phrase => phrase.x0))
  const right = Math.max(...all.map(phrase => phrase.x1))
  const size = all[0]?.words[0]?.size ?? 10
  const width = Math.min(5000, Math.ceil(right - left))
  const covered = new Uint16Array(width + 1)
  // Rows with one phrase are headings of groups or running text; they do not show columns.
  const telling = rows.filter(row => row.phrases.length > 1)
  for (const { phrases } of telling)
    for (const phrase of phrases)
      for (let x = Math.floor(phrase.x0 - left); x < Math.min(width, Math.ceil(phrase.x1 - left)); x += 1)
        covered[x] = (covered[x] ?? 0) + 1
  const most = Math.floor(crossingShare * telling.length)
  const strips: Strip[] = []
  let start: number | null = null
  for (let x = 0; x <= width; x += 1) {
    const isFree = x < width && (covered[x] ?? 0) <= most
    if (isFree) start ??= x
    else if (start !== null) {
      if (x - start >= leastStrip * size && start > 0 && x < width)
        strips.push({ x0: left + start, x1: left + x })
      start = null
    }
  }
  return strips
}

/** The texts of a row by column; a phrase over a strip fills the columns on both sides. */
function fillRow(phrases: readonly Phrase[], strips: readonly Strip[]): string[] {
  const cells: string[] = Array.from({ length: strips.length + 1 }, () => '')
  for (const phrase of phrases) {
    const first = strips.filter(strip => (strip.x0 + strip.x1) / 2 <= phrase.x0 + 1).length
    const last = strips.filter(strip => (strip.x0 + strip.x1) / 2 < phrase.x1 - 1).length
    const text = phrase.words.map(word => word.text).join(' ')
    for (let column = first; column <= Math.max(first, last); column += 1)
      cells[column] = cells[column] ? `${cells[column]} ${text}` : text
  }
  return cells
}

function isTable(cells: readonly string[][], isRuled: boolean): boolean {
  const filled = cells.flat().filter(cell => cell !== '')
  const columns = cells[0]?.length ?? 0
  const letters = filled.reduce((sum, cell) => sum + cell.length, 0) / Math.max(1, filled.length)
  if (filled.length < 0.4 * cells.length * columns) return false
  if (letters > (isRuled ? longestCell : longestUnruled)) return false
  if (/^(?:algorithm|listing|procedure|function|input:)/i.test(filled[0] ?? '')) return false
  if (isRuled) return cells.filter(row => row.filter(cell => cell !== '').length > 1).length >= 2
  const figures = filled.filter(cell => figure.test(cell)).length
  if (columns >= 3) return figures >= 0.35 * filled.length || cells.length >= 6
  const values = cells.map(row => row[1] ?? '').filter(cell => cell !== '')
  return cells.length >= 4 && values.filter(cell => figure.test(cell)).length >= 0.7 * values.length
}

/** Numbers, amounts, percentages, ranges. */
const figure = /^[\s\d.,%$€£()+−–-]*\d[\s\d.,:%$€£()+−–a-z×-]*$/iu

/** Joins the lines of cells that have several: between two rules, or below a row without a label of their own. */
function joinRows({ cells, rows }: Grid, rules: readonly Box[]): Grid {
  const isSeparated = rules.length >= 0.6 * rows.length && rules.length > 3
  const joined: Grid = { cells: [], rows: [] }
  for (const [index, row] of rows.entries()) {
    const own = cells[index] ?? []
    const [above, aboveRow] = [joined.cells.at(-1), joined.rows.at(-1)]
    const hasRule = aboveRow !== undefined && rules.some(rule => isBetween(rule, aboveRow, row))
    const belongs = above !== undefined && !hasRule && (isSeparated || continuesRow(above, own))
    if (!belongs) {
      joined.cells.push([...own])
      joined.rows.push([...row])
      continue
    }
    for (const [column, cell] of own.entries())
      if (cell !== '' && above[column] !== cell)
        above[column] = above[column] ? `${above[column]} ${cell}` : cell
    aboveRow?.push(...row)
  }
  return joined
}

function isBetween(rule: Box, above: readonly Box[], below: readonly Box[]): boolean {
  const middle = (rule.y0 + rule.y1) / 2
  const top = Math.max(...above.map(line => (line.y0 + line.y1) / 2))
  const bottom = Math.min(...below.map(line => (line.y0 + line.y1) / 2))
  return middle > top && middle < bottom
}

/** A row without a label, with words but no figures of its own, continues the cells above. */
function continuesRow(above: readonly string[], own: readonly string[]): boolean {
  const filled = own.filter(cell => cell !== '')
  return (
    own[0] === '' &&
    above[0] !== '' &&
    filled.every(cell => /^[\p{Ll}(]/u.test(cell)) &&
    filled.length < own.length - 1
  )
}
