import { type Box, boundsOf } from './page-layout.ts'

/** A block that may be a cell. */
export type Cell = Box & { size: number; table: number | null }

type Corner = { right: Cell; below: Cell; across: Cell }

/** In units of the size: how far edges or centres that line up may be apart, sideways and in height. */
const sidewaysSlack = 0.7
const heightSlack = 0.5

/**
 * Marks blocks that stand in a grid: with its right neighbour, the one below and the one across, a cell makes
 * two rows and two columns whose edges or centres line up. Returns the extent of each table.
 */
export function findTables(cells: readonly Cell[]): Box[] {
  let tables = 0
  for (const cell of cells) {
    const corner = findCorner(cell, cells)
    if (!corner || !isGrid(cell, corner)) continue
    const members = [cell, corner.right, corner.below, corner.across]
    const known = Math.max(...members.map(member => member.table ?? -1))
    const table = known >= 0 ? known : tables++
    for (const member of members) member.table = table
  }
  return Array.from({ length: tables }, (_, table) => boundsOf(cells.filter(cell => cell.table === table)))
}

/** The nearest block beside a cell, the nearest below it, and the nearest of those that are both. */
function findCorner(cell: Cell, cells: readonly Cell[]): Corner | null {
  let right: Cell | null = null
  let below: Cell | null = null
  let across: Cell | null = null
  for (const other of cells) {
    if (other === cell) continue
    const isBeside = other.x0 > cell.x1
    const isUnder = other.y0 > cell.y1
    if (isBeside && overlapsInHeight(other, cell) && (!right || other.x0 < right.x0)) right = other
    else if (isUnder && overlapsInWidth(other, cell) && (!below || other.y0 < below.y0)) below = other
    else if (isBeside && isUnder && (!across || (other.x0 < across.x0 && other.y0 < across.y0)))
      across = other
  }
  if (!right || !below || !across) return null
  const isCorner =
    !overlapsInWidth(below, across) &&
    !overlapsInHeight(right, across) &&
    !overlapsInWidth(right, below) &&
    !overlapsInHeight(right, below) &&
    overlapsInWidth(across, right) &&
    overlapsInHeight(across, below)
  return isCorner ? { right, below, across } : null
}

function isGrid(cell: Cell, { right, below, across }: Corner): boolean {
  const size = Math.min(cell.size, right.size, below.size, across.size)
  const columns = [cell, below, right, across] as const
  const rows = [cell, right, below, across] as const
  return (
    isAligned(columns, box => [box.x0, box.x1], sidewaysSlack * size) &&
    isAligned(rows, box => [box.y0, box.y1], heightSlack * size)
  )
}

/** Whether the first two boxes and the last two line up in the same way: by start, by end, or by centre. */
function isAligned(
  [a, b, c, d]: readonly [Cell, Cell, Cell, Cell],
  edgesOf: (box: Box) => [number, number],
  slack: number,
): boolean {
  const ways = [
    (box: Box) => edgesOf(box)[0],
    (box: Box) => edgesOf(box)[1],
    (box: Box) => (edgesOf(box)[0] + edgesOf(box)[1]) / 2,
  ]
  return ways.some(place => Math.abs(place(a) - place(b)) <= slack && Math.abs(place(c) - place(d)) <= slack)
}

export function overlapsInWidth(a: Box, b: Box): boolean {
  return a.x0 <= b.x1 && b.x0 <= a.x1
}

export function overlapsInHeight(a: Box, b: Box): boolean {
  return a.y0 <= b.y1 && b.y0 <= a.y1
}
