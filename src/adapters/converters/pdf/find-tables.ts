import { type Box, boundsOf } from './page-layout.ts'

/** A block that may be a cell. `reach` is what other blocks see of it: the whole table it belongs to. */
export type Cell = Box & { size: number; table: number | null; reach: Box }

/**
 * Marks blocks that stand in a grid: with its right neighbour, the one below and the one across they make
 * two rows and two columns whose edges or centres line up. Cells of one table are read row by row, and the
 * table as a whole takes part in the order of the page.
 */
export function findTables(blocks: readonly (Box & { size: number })[]): Cell[] {
  const cells: Cell[] = blocks.map(block => ({ ...block, table: null, reach: block }))
  let tables = 0
  for (const cell of cells) {
    const grid = findGrid(cell, cells)
    if (!grid) continue
    const known = [cell, ...grid].map(member => member.table).filter(table => table !== null)
    const table = known.length > 0 ? Math.min(...known) : tables++
    // Two tables that turn out to share a cell are one.
    for (const member of cells)
      if (member.table !== null && known.includes(member.table)) member.table = table
    for (const member of [cell, ...grid]) member.table = table
  }
  absorbStrays(cells)
  for (let table = 0; table < tables; table += 1) {
    const members = cells.filter(cell => cell.table === table)
    const reach = boundsOf(members)
    for (const member of members) member.reach = reach
  }
  return cells
}

/**
 * Rows that lack a cell are no grid: a short block joins the table when it continues one of its columns within
 * two lines of it, and so do short blocks on that row.
 */
function absorbStrays(cells: readonly Cell[]): void {
  for (let grew = true; grew; ) {
    grew = false
    for (const stray of cells) {
      if (stray.table !== null || stray.y1 - stray.y0 > 2.5 * stray.size) continue
      const host = cells.find(
        cell => cell.table !== null && (continuesColumn(stray, cell) || isBeside(stray, cell)),
      )
      if (!host) continue
      stray.table = host.table
      grew = true
    }
  }
}

function continuesColumn(stray: Cell, cell: Cell): boolean {
  const gap = Math.max(stray.y0 - cell.y1, cell.y0 - stray.y1)
  return (
    gap > -0.3 * cell.size &&
    gap < 2 * cell.size &&
    isColumn(stray, cell) &&
    near(stray.size, cell.size, 0.1 * cell.size)
  )
}

function isBeside(stray: Cell, cell: Cell): boolean {
  const gap = Math.max(stray.x0 - cell.x1, cell.x0 - stray.x1)
  return (
    gap > 0 &&
    gap < 12 * cell.size &&
    near(stray.y1, cell.y1, 0.3 * cell.size) &&
    near(stray.size, cell.size, 0.1 * cell.size)
  )
}

function findGrid(cell: Cell, cells: readonly Cell[]): [Cell, Cell, Cell] | null {
  let right: Cell | null = null
  let below: Cell | null = null
  let across: Cell | null = null
  for (const other of cells) {
    if (other === cell) continue
    const besides = other.x0 > cell.x1
    const under = other.y0 > cell.y1
    if (besides && overlapsInHeight(other, cell)) right = right && right.x0 <= other.x0 ? right : other
    else if (under && overlapsInWidth(other, cell)) below = below && below.y0 <= other.y0 ? below : other
    else if (besides && under && (!across || (other.x0 <= across.x0 && other.y0 <= across.y0))) across = other
  }
  if (!right || !below || !across) return null
  const areRowsApart = Math.max(cell.y1, right.y1) <= Math.min(below.y0, across.y0) + 0.3 * cell.size
  const isGrid =
    areRowsApart &&
    isColumn(cell, below) &&
    isColumn(right, across) &&
    isRow(cell, right) &&
    isRow(below, across)
  return isGrid ? [right, below, across] : null
}

function isColumn(a: Cell, b: Cell): boolean {
  const slack = 0.5 * Math.min(a.size, b.size)
  return near(a.x0, b.x0, slack) || near(a.x1, b.x1, slack) || near(a.x0 + a.x1, b.x0 + b.x1, 2 * slack)
}

/** Cells side by side line up, and one of them is short: two long ones are columns of text. */
function isRow(a: Cell, b: Cell): boolean {
  if (Math.min(a.y1 - a.y0, b.y1 - b.y0) > 3.5 * Math.min(a.size, b.size)) return false
  const slack = 0.5 * Math.min(a.size, b.size)
  return near(a.y0, b.y0, slack) || near(a.y1, b.y1, slack) || near(a.y0 + a.y1, b.y0 + b.y1, 2 * slack)
}

function near(a: number, b: number, slack: number): boolean {
  return Math.abs(a - b) <= slack
}

export function overlapsInWidth(a: Box, b: Box): boolean {
  return a.x0 <= b.x1 && b.x0 <= a.x1
}

export function overlapsInHeight(a: Box, b: Box): boolean {
  return a.y0 <= b.y1 && b.y0 <= a.y1
}
