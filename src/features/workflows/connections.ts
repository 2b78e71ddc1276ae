import { ownValue } from '../../core/text/json-values.ts'
import type { WorkflowConnections, WorkflowTarget } from './workflow-engine.ts'

/** Connections in n8n's form, and a message for each one that could not be parsed. */
export type ReadConnections = { connections: WorkflowConnections; problems: string[] }

/**
 * Parses n8n’s own form, `{ A: { main: [[{ node: "B", type: "main", index: 0 }]] } }`, and shorter forms that people and
 * models write: `{ A: "B" }`, `{ A: ["B", "C"] }`, `{ A: [{ node: "B" }] }`, `{ A: [["B"], ["C"]] }`. A list in a list
 * is one output of the node.
 */
export function readConnections(given: Readonly<Record<string, unknown>>): ReadConnections {
  const problems: string[] = []
  const connections: WorkflowConnections = {}
  for (const [source, value] of Object.entries(given)) {
    const kinds = isObject(value) && !('node' in value) ? value : { main: value }
    const read = Object.entries(kinds).map(([kind, outputs]): [string, WorkflowTarget[][]] => [
      kind,
      readOutputs(outputs, kind, problem => problems.push(`connections.${source}.${kind}: ${problem}`)),
    ])
    const leading = read.filter(([, outputs]) => outputs.some(targets => targets.length > 0))
    if (leading.length > 0) connections[source] = Object.fromEntries(leading)
  }
  return { connections, problems }
}

type Report = (problem: string) => void

function readOutputs(value: unknown, kind: string, report: Report): WorkflowTarget[][] {
  const list = Array.isArray(value) ? value : [value]
  const hasOutputs = list.some(entry => Array.isArray(entry))
  const outputs = hasOutputs ? list : [list]
  return outputs
    .map(entry => (Array.isArray(entry) ? entry : [entry]))
    .map(entry => readTargets(entry, kind, report))
}

function readTargets(entries: readonly unknown[], kind: string, report: Report): WorkflowTarget[] {
  return entries.flatMap(entry => {
    // n8n writes null for an output without a target.
    if (entry === null || entry === undefined) return []
    if (typeof entry === 'string') return [{ node: entry, type: kind, index: 0 }]
    if (isObject(entry) && typeof entry.node === 'string') {
      const index = entry.index ?? 0
      if (typeof index === 'number' && Number.isInteger(index) && index >= 0)
        return [{ node: entry.node, type: typeof entry.type === 'string' ? entry.type : kind, index }]
      report(`index must be a whole number from 0, but it is ${JSON.stringify(index)}.`)
      return []
    }
    report(`expected the name of a node or { "node": … }, but found ${JSON.stringify(entry)}.`)
    return []
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

export type Position = readonly [number, number]

const origin = { x: 250, y: 300 }
const spacing = { x: 220, y: 160 }

/**
 * Returns a position for every node. Nodes without one are placed below all others, one column per step from the start
 * of the workflow.
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
  const top = placed.length === 0 ? origin.y : Math.max(...placed) + spacing.y
  const rows = new Map<number, number>()
  const places = new Map<string, Position>()
  for (const { name, position } of nodes) {
    const column = columns.get(name) ?? 0
    const row = rows.get(column) ?? 0
    if (position === null) rows.set(column, row + 1)
    places.set(name, position ?? [origin.x + column * spacing.x, top + row * spacing.y])
  }
  return places
}

/** Returns the smallest number of steps before each node. Nodes of a cycle that nothing leads into are missing. */
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
