import type { WorkflowConnections, WorkflowTarget } from './workflow-engine.ts'

/** Connections as n8n has them, and what could not be understood, in sentences. */
export type ReadConnections = { connections: WorkflowConnections; problems: string[] }

/**
 * Takes n8n’s own form, `{ A: { main: [[{ node: "B", type: "main", index: 0 }]] } }`, and every flatter one that people
 * and models write: `{ A: "B" }`, `{ A: ["B", "C"] }`, `{ A: [{ node: "B" }] }`, `{ A: [["B"], ["C"]] }`, where a list in
 * a list is one output of the node.
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
    // n8n writes null for an output that leads nowhere.
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
