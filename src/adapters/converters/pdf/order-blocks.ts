import { type Box, boundsOf } from './page-layout.ts'

/** A block to be ordered; `rotation` is relative to the main direction of the page. */
export type Placed = Box & { size: number; rotation: number }

/** `reach` is the box used for ordering: its whole table, or widened to the text below it. */
type Node = Cell & { rotation: number; reach: Box }

/**
 * Reading order by two rules (Breuel 2003): a block comes before another that it overlaps horizontally and is above;
 * and before another that is entirely to its right, unless a third block separates them vertically. Rotated text, such
 * as the label of an axis, comes before what is ahead of it in its own direction. Cells of a table are read row by row,
 * and the table is ordered as a whole. Otherwise blocks keep their given order.
 */
export function orderBlocks<Item extends Placed>(
  blocks: readonly Item[],
): { block: Item; table: number | null }[] {
  const nodes: Node[] = blocks.map(({ x0, y0, x1, y1, size, rotation }) => ({
    ...{ x0, y0, x1, y1, size, rotation },
    table: null,
    reach: { x0, y0, x1, y1 },
  }))
  const tables = findTables(nodes)
  for (const node of nodes)
    node.reach = (node.table === null ? null : tables[node.table]) ?? widen(node, nodes)
  const order = visitAll(nodes)
  return order.flatMap(index => {
    const block = blocks[index]
    return block ? [{ block, table: nodes[index]?.table ?? null }] : []
  })
}

/** Widens a heading to the text below it, up to its neighbours, so that it comes before all of that text. */
function widen(node: Node, nodes: readonly Node[]): Box {
  let [left, right] = [-Infinity, Infinity]
  for (const other of nodes) {
    if (other === node || !overlapsInHeight(node, other)) continue
    if (other.x0 > node.x1) right = Math.min(right, other.x0)
    if (other.x1 < node.x0) left = Math.max(left, other.x1)
  }
  const reach = { x0: node.x0, y0: node.y0, x1: node.x1, y1: node.y1 }
  for (const other of nodes) {
    if (other === node || other.y0 < node.y1) continue
    if (other.x1 <= right) reach.x1 = Math.max(reach.x1, other.x1)
    if (other.x0 >= left) reach.x0 = Math.min(reach.x0, other.x0)
  }
  return reach
}

/** Topological order; a cycle is cut where it was entered. */
function visitAll(nodes: readonly Node[]): number[] {
  const order: number[] = []
  const visited = new Set<number>()
  const visit = (index: number, node: Node): void => {
    visited.add(index)
    for (const [other, candidate] of nodes.entries())
      if (!visited.has(other) && isBefore(candidate, node, nodes)) visit(other, candidate)
    order.push(index)
  }
  for (const [index, node] of nodes.entries()) if (!visited.has(index)) visit(index, node)
  return order
}

function isBefore(a: Node, b: Node, nodes: readonly Node[]): boolean {
  if (a.table !== null && a.table === b.table) return (a.x1 <= b.x0 && overlapsInHeight(a, b)) || a.y1 <= b.y0
  if (isAbove(a, b)) return true
  if (!isLeft(a, b)) return false
  return !nodes.some(between => between !== a && between !== b && isAbove(b, between) && isAbove(between, a))
}

function isAbove(a: Node, b: Node): boolean {
  return overlapsInWidth(a.reach, b.reach) && a.reach.y0 < b.reach.y0
}

function isLeft({ reach: a, rotation }: Node, { reach: b }: Node): boolean {
  if (rotation === 90) return a.y0 <= b.y1
  if (rotation === 180) return a.x0 >= b.x1
  if (rotation === 270) return a.y1 >= b.y0
  return a.x1 <= b.x0
}

/** A block that may be a table cell. */
type Cell = Box & { size: number; table: number | null }

type Corner = { right: Cell; below: Cell; across: Cell }

/** In units of the size: how far aligned edges or centres may be apart, horizontally and vertically. */
const sidewaysSlack = 0.7
const heightSlack = 0.5

/**
 * Marks blocks in a grid: a cell with its right neighbour, the one below and the diagonal one forms two rows and two
 * columns whose edges or centres are aligned. Returns the bounds of each table.
 */
function findTables(cells: readonly Cell[]): Box[] {
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

/** The nearest block to the right of a cell, the nearest below it, and the nearest diagonal one. */
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

/** Whether the first two boxes and the last two are aligned in the same way: by start, end or centre. */
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

function overlapsInWidth(a: Box, b: Box): boolean {
  return a.x0 <= b.x1 && b.x0 <= a.x1
}

function overlapsInHeight(a: Box, b: Box): boolean {
  return a.y0 <= b.y1 && b.y0 <= a.y1
}
