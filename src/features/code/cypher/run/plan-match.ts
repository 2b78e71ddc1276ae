import type { EdgePattern, Expression, NodePattern, PathPattern } from '../syntax/query.ts'
import type { QueryGraph } from './query-graph.ts'

/** One step of a match. `conditions` can be evaluated once it is done. */
export type Step = { conditions: Expression[] } & (
  | { kind: 'scan'; node: NamedNode; lookups: { property: string; value: Expression }[] }
  | { kind: 'expand'; from: string; edge: NamedEdge; to: NamedNode; isBackwards: boolean }
  | { kind: 'shortest'; from: string; edge: NamedEdge; to: string; isAll: boolean }
  | { kind: 'path'; variable: string; start: string; edges: { name: string; isList: boolean }[] }
)

export type NamedNode = NodePattern & { name: string }
type NamedEdge = EdgePattern & { name: string }

type NamedPath = { pattern: PathPattern; nodes: NamedNode[]; edges: NamedEdge[] }

/** Nodes and edges without a variable get a name that no query can write. */
export const isHidden = (name: string): boolean => name.startsWith(' ')

/** Numbers are never reused: patterns inside conditions see the names of the patterns around them. */
let unnamed = 0

/** Decides where each path starts and in which order its parts are found. Conditions are evaluated as early as possible. */
export function planMatch(
  paths: readonly PathPattern[],
  where: Expression | null,
  { graph, bound }: { graph: QueryGraph; bound: ReadonlySet<string> },
): Step[] {
  const nameOf = (variable: string | null): string => variable ?? ` ${unnamed++}`
  const named = paths.map(pattern => ({
    pattern,
    nodes: [pattern.start, ...pattern.steps.map(({ node }) => node)].map(node => ({
      ...node,
      name: nameOf(node.variable),
    })),
    edges: pattern.steps.map(({ edge }) => ({ ...edge, name: nameOf(edge.variable) })),
  }))
  const conditions = [...named.flatMap(inlineConditions), ...conditionsOf(where)]
  const known = new Set(bound)
  const steps = inGoodOrder(named, { graph, known, conditions })
  spreadConditions(steps, conditions, bound)
  return steps
}

/** `(n {name: 'x'})` means n.name = 'x'. Variable-length edges check their properties in `hasProperties`. */
function inlineConditions({ nodes, edges }: NamedPath): Expression[] {
  return [...nodes, ...edges.filter(({ length }) => length === null)].flatMap(({ name, properties }) =>
    properties.map(
      (entry): Expression => ({
        kind: 'binary',
        operator: '=',
        left: { kind: 'property', of: { kind: 'variable', name }, name: entry.name },
        right: entry.value,
      }),
    ),
  )
}

type Known = { graph: QueryGraph; known: Set<string>; conditions: readonly Expression[] }

/** Takes the path with the cheapest start next. */
function inGoodOrder(paths: readonly NamedPath[], at: Known): Step[] {
  const left = [...paths]
  const steps: Step[] = []
  while (left.length > 0) {
    const costs = left.map(path => Math.min(...path.nodes.map(node => costOf(node, at))))
    const [next] = left.splice(costs.indexOf(Math.min(...costs)), 1)
    if (next) steps.push(...(next.pattern.search === 'all' ? walkPath(next, at) : searchPath(next, at)))
  }
  return steps
}

function walkPath({ pattern, nodes, edges }: NamedPath, at: Known): Step[] {
  const costs = nodes.map(node => costOf(node, at))
  const anchor = costs.indexOf(Math.min(...costs))
  const steps: Step[] = []
  const first = nodes[anchor]
  if (first) steps.push(scan(first, at))
  const expand = (fromAt: number, toAt: number): void => {
    const [from, to, edge] = [nodes[fromAt], nodes[toAt], edges[Math.min(fromAt, toAt)]]
    if (!from || !to || !edge) return
    steps.push({ kind: 'expand', from: from.name, edge, to, isBackwards: toAt < fromAt, conditions: [] })
    at.known.add(edge.name).add(to.name)
  }
  for (let next = anchor + 1; next < nodes.length; next++) expand(next - 1, next)
  for (let next = anchor - 1; next >= 0; next--) expand(next + 1, next)
  return [...steps, ...namePath({ pattern, nodes, edges }, at)]
}

function searchPath({ pattern, nodes, edges }: NamedPath, at: Known): Step[] {
  const [from, to] = nodes
  const [edge] = edges
  if (!from || !to || !edge) return []
  const scans = [from, to].map(node => scan(node, at))
  const isAll = pattern.search === 'all shortest'
  at.known.add(edge.name)
  return [
    ...scans,
    { kind: 'shortest', from: from.name, to: to.name, edge, isAll, conditions: [] },
    ...namePath({ pattern, nodes, edges }, at),
  ]
}

function namePath({ pattern: { variable }, nodes, edges }: NamedPath, { known }: Known): Step[] {
  const start = nodes[0]
  if (variable === null || !start) return []
  known.add(variable)
  const parts = edges.map(({ name, length }) => ({ name, isList: length !== null }))
  return [{ kind: 'path', variable, start: start.name, edges: parts, conditions: [] }]
}

function scan(node: NamedNode, at: Known): Step {
  const lookups = lookupsOf(node, at)
  at.known.add(node.name)
  return { kind: 'scan', node, lookups, conditions: [] }
}

function costOf(node: NamedNode, at: Known): number {
  if (at.known.has(node.name)) return 0
  if (lookupsOf(node, at).length > 0) return 1
  const sizes = node.labels.map(group => group.reduce((sum, label) => sum + at.graph.nodes(label).length, 0))
  return 2 + Math.min(at.graph.nodes(null).length, ...sizes)
}

/** Properties whose value is already known, so that an index can be used. */
function lookupsOf(
  { name }: NamedNode,
  { known, conditions }: Known,
): { property: string; value: Expression }[] {
  return conditions.flatMap(condition => {
    const equality = readEquality(condition, name)
    return equality && [...variablesIn(equality.value)].every(one => known.has(one)) ? [equality] : []
  })
}

function spreadConditions(
  steps: Step[],
  conditions: readonly Expression[],
  bound: ReadonlySet<string>,
): void {
  const made = steps.map(namesMade)
  const all = new Set(made.flat())
  for (const condition of conditions) {
    const needed = [...variablesIn(condition)].filter(name => all.has(name) && !bound.has(name))
    const last = Math.max(0, ...needed.map(name => made.findIndex(names => names.includes(name))))
    steps[last]?.conditions.push(condition)
  }
}

function namesMade(step: Step): string[] {
  if (step.kind === 'scan') return [step.node.name]
  if (step.kind === 'expand') return [step.edge.name, step.to.name]
  return step.kind === 'shortest' ? [step.edge.name] : [step.variable]
}

/** The conditions that are joined by AND. */
function conditionsOf(where: Expression | null): Expression[] {
  if (where === null) return []
  if (where.kind === 'binary' && where.operator === 'and')
    return [...conditionsOf(where.left), ...conditionsOf(where.right)]
  return [where]
}

/** All names in an expression, including those that it binds itself: extra names only delay a condition. */
function variablesIn(part: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(part)) for (const one of part) variablesIn(one, found)
  else if (typeof part === 'object' && part !== null) {
    if ('variable' in part && typeof part.variable === 'string') found.add(part.variable)
    if ('kind' in part && part.kind === 'variable' && 'name' in part) found.add(String(part.name))
    for (const one of Object.values(part)) if (typeof one === 'object') variablesIn(one, found)
  }
  return found
}

/** Reads `variable.property = value` or `value = variable.property`; null for any other condition. */
function readEquality(
  condition: Expression,
  variable: string,
): { property: string; value: Expression } | null {
  if (condition.kind !== 'binary' || condition.operator !== '=') return null
  const { left, right } = condition
  for (const [side, value] of [
    [left, right],
    [right, left],
  ] as const)
    if (side.kind === 'property' && side.of.kind === 'variable' && side.of.name === variable)
      return variablesIn(value).has(variable) ? null : { property: side.name, value }
  return null
}
