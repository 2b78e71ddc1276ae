import { oneLine } from '../text/clean-text.ts'
import { markdownTable } from '../text/markdown-table.ts'
import type { Cell, Sheet } from './read-workbook.ts'

/** Sparser sheets would be tables of almost nothing but bars. */
const maxTableCells = 5_000_000

/** The rows and columns that hold anything, as one table; comments below it. */
export function renderSheet(sheet: Sheet): string {
  const rows = new Map<number, Cell[]>()
  for (const cell of sheet.cells) {
    if (cell.text === '') continue
    const row = rows.get(cell.row)
    if (row === undefined) rows.set(cell.row, [cell])
    else row.push(cell)
  }
  const columns = [...new Set(sheet.cells.filter(cell => cell.text !== '').map(cell => cell.column))].sort(
    ascending,
  )
  const places = new Map(columns.map((column, place) => [column, place]))
  const ordered = [...rows].sort(([a], [b]) => a - b).map(([, cells]) => cells)
  const isSparse = ordered.length * columns.length > Math.max(maxTableCells, sheet.cells.length * 20)
  const lines = isSparse
    ? ordered.map(cells => cells.map(cell => oneLine(cell.text)).join(' | ')).join('\n')
    : markdownTable(ordered.map(cells => placeCells(cells, places)))
  return [lines, ...renderComments(sheet.cells)].join('\n\n')
}

function placeCells(cells: readonly Cell[], places: ReadonlyMap<number, number>): string[] {
  const row: string[] = []
  for (const cell of cells) row[places.get(cell.column) ?? 0] = cell.text
  return Array.from(row, text => text ?? '')
}

function renderComments(cells: readonly Cell[]): string[] {
  const comments = cells.filter(cell => cell.comment !== null)
  if (comments.length === 0) return []
  return [comments.map(cell => `- ${nameOf(cell)}: ${oneLine(cell.comment ?? '')}`).join('\n')]
}

/** `B2`, as spreadsheets call it. */
function nameOf({ row, column }: Cell): string {
  let letters = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return `${letters}${row + 1}`
}

function ascending(a: number, b: number): number {
  return a - b
}
