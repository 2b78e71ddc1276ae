import { type Cell, findTables, overlapsInHeight, overlapsInWidth } from './find-tables.ts'
import type { Box } from './page-layout.ts'

/** A block to be ordered; `rotation` is how its text is turned against the greater part of the page. */
export type Placed = Box & { size: number; rotation: number }

/** `reach` is what other blocks see of it: its whole table, or the width of the text below it. */
type Node = Cell & { rotation: number; reach: Box }

/**
 * Reading order by two rules (Breuel 2003): a block comes before another that it overlaps sideways and stands
 * above; and before another that is wholly to its right, unless something spans the way from one down to the
 * other. Text on its side, such as the label of an axis, comes before what lies ahead of its beginning in its own
 * direction. Cells of one table are read row by row, and the table as a whole takes part in the order of the page.
 * Where the rules leave a choice, blocks keep the order in which they were given.
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

/** A heading reaches as far as the text below it, up to its neighbours: it heads all of that, not only what it touches. */
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

/** Puts every block after all that come before it; where that runs in a circle, it is cut where it was entered. */
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
