import { type Cell, findTables, overlapsInHeight, overlapsInWidth } from './find-tables.ts'
import { boundsOf, type Word } from './page-layout.ts'

/**
 * Reading order by two rules (Breuel 2003, as Poppler applies them): a block comes before another that it
 * overlaps sideways and stands above; a block comes before another that is wholly to its right, unless
 * something spans the way from one down to the other. Cells of one table are read row by row, and a single line
 * set to the right on the row of another (a date, a label) follows that one.
 */
export function orderBlocks(blocks: readonly Word[][]): { words: Word[]; table: number | null }[] {
  const boxes = blocks
    .map(words => ({ words, size: words[0]?.size ?? 1, ...boundsOf(words) }))
    .sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0)
  const cells = findTables(boxes)
  const leaders = findLeaders(cells)
  const ordered: number[] = []
  const visited = new Set<number>()
  const visit = (index: number, cell: Cell): void => {
    visited.add(index)
    for (const [other, candidate] of cells.entries())
      if (!visited.has(other) && isBefore(candidate, cell, cells, leaders)) visit(other, candidate)
    ordered.push(index)
  }
  for (const [index, cell] of cells.entries()) if (!visited.has(index)) visit(index, cell)
  return ordered.map(index => ({ words: boxes[index]?.words ?? [], table: cells[index]?.table ?? null }))
}

function isBefore(a: Cell, b: Cell, cells: readonly Cell[], leaders: ReadonlyMap<Cell, Cell>): boolean {
  if (a.table !== null && a.table === b.table) return (a.x1 <= b.x0 && overlapsInHeight(a, b)) || a.y1 <= b.y0
  const [leaderOfA, leaderOfB] = [leaders.get(a), leaders.get(b)]
  if (leaderOfA && leaderOfA !== b && isAbove(leaderOfA, b)) return true
  if (leaderOfB && leaderOfB !== a && isAbove(leaderOfB, a)) return false
  if (isAbove(a, b)) return true
  if (a.reach.x1 > b.reach.x0) return false
  return !cells.some(between => between !== a && between !== b && isAbove(b, between) && isAbove(between, a))
}

function isAbove(a: Cell, b: Cell): boolean {
  return overlapsInWidth(a.reach, b.reach) && a.reach.y0 < b.reach.y0
}

/**
 * For each single line that stands on the row of just one other, to its left, that other line; unless text goes
 * on below it in a column of its own. Three or more on a row are rather the heads of columns.
 */
function findLeaders(cells: readonly Cell[]): Map<Cell, Cell> {
  const leaders = new Map<Cell, Cell>()
  for (const cell of cells) {
    if (!isSingleLine(cell) || cell.table !== null) continue
    const row = cells.filter(
      other =>
        other.table === null &&
        (other.x1 < cell.x0 || other.x0 > cell.x1) &&
        isSingleLine(other) &&
        Math.abs(other.y1 - cell.y1) < 0.3 * cell.size,
    )
    const leader = row.length === 1 && row[0] && row[0].x1 < cell.x0 ? row[0] : null
    const below = cells
      .filter(other => other.y0 > cell.y0 && overlapsInWidth(other, cell))
      .sort((a, b) => a.y0 - b.y0)[0]
    if (leader && (!below || overlapsInWidth(below, leader))) leaders.set(cell, leader)
  }
  return leaders
}

function isSingleLine(cell: Cell): boolean {
  return cell.y1 - cell.y0 < 1.3 * cell.size
}
