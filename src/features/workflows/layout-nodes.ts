import { ownValue } from '../../core/text/json-values.ts'
import type { WorkflowConnections } from './workflow-engine.ts'

export type Position = readonly [number, number]

const origin = { x: 250, y: 300 }
const step = { x: 220, y: 160 }

/**
 * Places for nodes that have none: a column per step from where the workflow begins, below whatever was placed
 * already, so that the editor shows a workflow and not a heap.
 */
export function layoutNodes(
  nodes: readonly { name: string; position: Position | null }[],
  connections: WorkflowConnections,
): Map<string, Position> {
  const columns = columnsOf(
    nodes.map(node => node.name),
    connections,
  )
  const placed = nodes.flatMap(node => (node.position === null ? [] : [node.position[1]]))
  const top = placed.length === 0 ? origin.y : Math.max(...placed) + step.y
  const rows = new Map<number, number>()
  const places = new Map<string, Position>()
  for (const { name, position } of nodes) {
    const column = columns.get(name) ?? 0
    const row = rows.get(column) ?? 0
    if (position === null) rows.set(column, row + 1)
    places.set(name, position ?? [origin.x + column * step.x, top + row * step.y])
  }
  return places
}

/** How many steps lie before each node, the shortest way; nodes of a circle that nothing leads into begin at 0. */
function columnsOf(names: readonly string[], connections: WorkflowConnections): Map<string, number> {
  const targets = new Map(names.map(name => [name, targetsOf(name, connections)]))
  const reached = new Set([...targets.values()].flat())
  const starts = names.filter(name => !reached.has(name))
  const columns = new Map<string, number>()
  let front = starts
  for (let column = 0; front.length > 0; column++) {
    for (const name of front) columns.set(name, column)
    const next = front.flatMap(name => targets.get(name) ?? [])
    front = [...new Set(next)].filter(name => targets.has(name) && !columns.has(name))
  }
  return columns
}

function targetsOf(name: string, connections: WorkflowConnections): string[] {
  return Object.values(ownValue(connections, name) ?? {})
    .flat(2)
    .map(target => target.node)
}
