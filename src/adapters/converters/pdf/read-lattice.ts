import { isCutAt, isSplitAt, type Lattice } from './find-lattices.ts'
import type { Word } from './page-layout.ts'
import {
  figure,
  type Grid,
  type GridRow,
  joinCell,
  listMark,
  type TextLine,
  textOf,
  toRows,
} from './table-grid.ts'

/** A cell between rules, over one or more places of the lattice, with its lines from top to bottom. */
type Cell = {
  top: number
  bottom: number
  left: number
  right: number
  lines: { y: number; text: string; of: TextLine }[]
}

/** In units of the size: a gap inside a cell as wide as this separates columns without a rule. */
const columnGap = 1.5
/** The share of rows that may have such gaps. */
const unruledShare = 0.15
/** Longer cells are frames around running text, on average; below short headings of all columns they are texts. */
const longestCell = 160
const longestText = 600
const longestHeading = 60
/** How much of the text cells over several places may repeat; forms repeat more. */
const repeatedShare = 1
/** The share of the cells that have text: boxes of a drawing have less. */
const filledShare = 0.25

/**
 * Reads lines as the cells between the rules of a lattice. A cell over several rows or columns is repeated in each.
 * Returns null when the rules do not separate all rows and columns, or are a drawing or a form.
 */
export function readLattice(lattice: Lattice, lines: readonly TextLine[]): Grid | null {
  if (lattice.ys.length < 3 || lines.length < 2) return null
  const places = joinPlaces(lattice)
  if (places === null) return null
  const cells = [...new Set(places.flat())]
  const rows = toRows(lines)
  const unruled = rows.filter(row => hasColumns(row, lattice))
  if (unruled.length > unruledShare * rows.length) return null
  for (const line of lines)
    for (const [cell, words] of Map.groupBy(line.words, word => placeOf(word, lattice, places)))
      cell?.lines.push({ y: line.y1, text: textOf(words, [line]), of: line })
  for (const cell of cells) cell.lines.sort((a, b) => a.y - b.y || a.of.x0 - b.of.x0)
  if (isBlank(places)) return [readHead(places[0] ?? [])]
  if (!isTable(cells, places)) return null
  return dropEmptyColumns(places.flatMap(readRow), cells)
}

/** Joins the places that no rule separates; null when a cell would not be a rectangle. */
function joinPlaces(lattice: Lattice): Cell[][] | null {
  const { xs, ys } = lattice
  const middle = (places: readonly number[], at: number) => ((places[at] ?? 0) + (places[at + 1] ?? 0)) / 2
  const taken: (Cell | undefined)[][] = ys.slice(1).map(() => xs.slice(1).map(() => undefined))
  for (let top = 0; top < ys.length - 1; top += 1)
    for (let left = 0; left < xs.length - 1; left += 1) {
      if (taken[top]?.[left]) continue
      let [right, bottom] = [left, top]
      while (right < xs.length - 2 && !isSplitAt(lattice, xs[right + 1] ?? 0, middle(ys, top))) right += 1
      while (bottom < ys.length - 2 && !isCutAt(lattice, middle(xs, left), ys[bottom + 1] ?? 0)) bottom += 1
      const cell: Cell = { top, bottom, left, right, lines: [] }
      for (let row = top; row <= bottom; row += 1)
        for (let column = left; column <= right; column += 1) {
          const own = taken[row]
          if (!own || own[column]) return null
          own[column] = cell
        }
    }
  return taken.map(row => row.flatMap(cell => cell ?? []))
}

function placeOf(word: Word, { xs, ys }: Lattice, places: readonly Cell[][]): Cell | undefined {
  const [x, y] = [(word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2]
  const row = places[Math.max(0, Math.min(ys.length - 2, ys.filter(place => place < y).length - 1))] ?? []
  return row[Math.max(0, Math.min(xs.length - 2, xs.filter(place => place < x).length - 1))]
}

/** Whether words of a row that no rule separates are as far apart as columns. */
function hasColumns(row: readonly TextLine[], { vertical }: Lattice): boolean {
  const words = row.flatMap(line => line.words).sort((a, b) => a.x0 - b.x0)
  return words.some((word, index) => {
    const previous = words[index - 1]
    if (previous === undefined || word.x0 - previous.x1 <= columnGap * word.size) return false
    if (listMark.test(previous.text)) return false
    const y = (word.y0 + word.y1) / 2
    return !vertical.some(rule => rule.x1 > previous.x1 && rule.x0 < word.x0 && rule.y0 < y && rule.y1 > y)
  })
}

/** The least columns of a table to be filled in, and the share of them that have a heading. */
const leastHeadings = 4
const headedShare = 0.8

/** Whether a table is to be filled in: its first row has headings, the others are empty. */
function isBlank([head, ...others]: readonly Cell[][]): boolean {
  if (!head || others.length < 2 || head.length < leastHeadings) return false
  const headed = head.filter(cell => cell.lines.length > 0 && cell.top === cell.bottom)
  const isEmpty = others.every(row => row.every(cell => cell.lines.length === 0))
  return isEmpty && headed.length >= headedShare * head.length
}

function readHead(row: readonly Cell[]): GridRow {
  const lines = [...new Set(row.flatMap(cell => cell.lines.map(({ of }) => of)))]
  return { cells: row.map(cell => joinLines(cell.lines)), lines }
}

function isTable(cells: readonly Cell[], places: readonly Cell[][]): boolean {
  const lengthOf = (cell: Cell) => cell.lines.reduce((sum, line) => sum + line.text.length, 0)
  const filled = cells.filter(cell => cell.lines.length > 0)
  const letters = filled.reduce((sum, cell) => sum + lengthOf(cell), 0)
  const repeated = filled.reduce((sum, cell) => sum + lengthOf(cell) * (countPlaces(cell) - 1), 0)
  const rows = places.filter(row => new Set(row.filter(cell => cell.lines.length > 0)).size >= 2)
  return (
    filled.length >= filledShare * cells.length &&
    letters <= (isHeaded(places) ? longestText : longestCell) * filled.length &&
    repeated <= repeatedShare * letters &&
    rows.length >= 2 &&
    rows.length >= 0.3 * places.length
  )
}

/** Whether short headings are above cells that all have text, each in a place of its own. */
function isHeaded([head = [], ...others]: readonly Cell[][]): boolean {
  const isOwn = (cell: Cell) => countPlaces(cell) === 1 && cell.lines.length > 0
  const isShort = (cell: Cell) => joinLines(cell.lines).length <= longestHeading
  return others.length >= 2 && head.every(cell => isOwn(cell) && isShort(cell)) && others.flat().every(isOwn)
}

function countPlaces({ top, bottom, left, right }: Cell): number {
  return (bottom - top + 1) * (right - left + 1)
}

/** One row of the lattice; several when no rules separate its rows of figures. */
function readRow(row: readonly Cell[], index: number): Grid {
  const lines = [...new Set(row.flatMap(cell => (cell.top === index ? cell.lines.map(({ of }) => of) : [])))]
  const own = row.filter(cell => cell.top === cell.bottom && cell.left === cell.right)
  const baselines = findBaselines(own)
  if (baselines === null)
    return lines.length === 0 ? [] : [{ cells: row.map(cell => joinLines(cell.lines)), lines }]
  const isNear = (line: { y: number; of: TextLine }, baseline: number) =>
    Math.abs(line.y - baseline) < 0.45 * line.of.size
  return baselines.map((baseline, at): GridRow => {
    const isHere = (line: { y: number; of: TextLine }) => isNear(line, baseline)
    // Lines between the rows count for the first one.
    const isOwn = (line: { y: number; of: TextLine }) =>
      isHere(line) || (at === 0 && !baselines.some(other => isNear(line, other)))
    return {
      cells: row.map(cell =>
        joinLines(
          own.includes(cell) && cell.lines.length === baselines.length
            ? cell.lines.filter(isHere)
            : cell.lines,
        ),
      ),
      lines: row.flatMap(cell => (cell.top === index ? cell.lines.filter(isOwn).map(({ of }) => of) : [])),
    }
  })
}

/** Drops columns that have no text of their own: margins and frames inside frames. */
function dropEmptyColumns(grid: Grid, cells: readonly Cell[]): Grid | null {
  const own = (grid[0]?.cells ?? []).map((_, column) =>
    cells.some(({ left, lines }) => left === column && lines.length > 0),
  )
  const kept = grid.map(row => ({ ...row, cells: row.cells.filter((_, column) => own[column]) }))
  return kept.length >= 2 && own.filter(Boolean).length >= 2 ? kept : null
}

/**
 * The baselines of rows that no rule separates: two cells have them in common, and each line of one of them is a
 * figure, or all cells have them in common.
 */
function findBaselines(cells: readonly Cell[]): number[] | null {
  for (const cell of cells) {
    if (cell.lines.length < 2) continue
    const isLike = (other: Cell) =>
      other !== cell &&
      other.lines.length === cell.lines.length &&
      other.lines.every((line, at) => Math.abs(line.y - (cell.lines[at]?.y ?? 0)) < 0.45 * line.of.size)
    const like = cells.filter(isLike)
    const isFigures = like.length > 0 && cell.lines.every(({ text }) => figure.test(text))
    const isEven = like.length >= 2 && like.length === cells.length - 1 && cell.lines.length >= 3
    const isWhole = cells.every(({ lines }) => lines.every(({ text }) => !/^\p{Ll}|-$/u.test(text)))
    if (isFigures || (isEven && isWhole)) return cell.lines.map(({ y }) => y)
  }
  return null
}

function joinLines(lines: readonly { text: string }[]): string {
  return lines.reduce((text, line) => joinCell(text, line.text), '')
}
