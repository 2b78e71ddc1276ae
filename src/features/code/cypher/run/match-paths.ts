import { ownValue } from '../../../../core/text/json-values.ts'
import { invalidQuery } from '../cypher-failure.ts'
import type { EdgePattern, Expression, PathPattern } from '../syntax/query.ts'
import { equals } from '../values/operators.ts'
import {
  describeType,
  type EdgeValue,
  isKind,
  type NodeValue,
  type Row,
  type Value,
} from '../values/value.ts'
import { evaluate, holds, type QueryScope, readProperty } from './evaluate.ts'
import { isHidden, type NamedNode, planMatch, type Step } from './plan-match.ts'

type MatchPattern = { paths: readonly PathPattern[]; where: Expression | null }

/** The current bindings, and the edges that this match already uses. */
type Position = { row: Row; used: ReadonlySet<EdgeValue>; scope: QueryScope }

type Found = { row: Row; edges: readonly EdgeValue[] }

/** All matches of the paths, given the bindings of the row. No edge is used twice in one match. */
export function* matchPaths(pattern: MatchPattern, row: Row, scope: QueryScope): Generator<Row> {
  const steps = planOnce(pattern, row, scope)
  const used = new Set<EdgeValue>()

  function* walk(at: number, current: Row): Generator<Row> {
    const step = steps[at]
    if (!step) {
      yield withoutHidden(current)
      return
    }
    for (const found of take(step, { row: current, used, scope })) {
      if (!step.conditions.every(condition => holds(condition, found.row, scope))) continue
      for (const edge of found.edges) used.add(edge)
      yield* walk(at + 1, found.row)
      for (const edge of found.edges) used.delete(edge)
    }
  }

  yield* walk(0, row)
}

const plans = new WeakMap<PathPattern, Step[]>()

/** Plans a pattern once: all rows that reach a clause bind the same names. */
function planOnce({ paths, where }: MatchPattern, row: Row, { graph }: QueryScope): Step[] {
  const [first] = paths
  const known = first && plans.get(first)
  if (known) return known
  const plan = planMatch(paths, where, { graph, bound: new Set(Object.keys(row)) })
  if (first) plans.set(first, plan)
  return plan
}

function* take(step: Step, position: Position): Generator<Found> {
  const { row, scope } = position
  switch (step.kind) {
    case 'scan':
      for (const node of candidates(step, row, scope))
        yield { row: { ...row, [step.node.name]: node }, edges: [] }
      return
    case 'expand':
      yield* expand(step, position)
      return
    case 'shortest': {
      const [from, to] = [row[step.from] ?? null, row[step.to] ?? null]
      if (!isKind(from, 'node') || !isKind(to, 'node')) return
      const fits = (edge: EdgeValue): boolean => hasProperties(edge, step.edge, position)
      for (const edges of findShortest([from, to], { pattern: step.edge, isAll: step.isAll }, fits))
        yield { row: { ...row, [step.edge.name]: step.edge.length ? edges : (edges[0] ?? null) }, edges }
      return
    }
    case 'path':
      yield { row: { ...row, [step.variable]: assemble(step, row) }, edges: [] }
  }
}

function* candidates(
  { node, lookups }: Extract<Step, { kind: 'scan' }>,
  row: Row,
  { graph, ...rest }: QueryScope,
): Generator<NodeValue> {
  if (node.name in row) {
    const bound = boundNode(node.name, row)
    if (bound && fitsLabels(bound, node)) yield bound
    return
  }
  const [label, ...others] = node.labels.length === 1 ? (node.labels[0] ?? []) : []
  const only = label !== undefined && others.length === 0 ? label : null
  const [lookup] = lookups
  const found = lookup
    ? graph.nodesWith(only, lookup.property, evaluate(lookup.value, row, { graph, ...rest }))
    : graph.nodes(only)
  for (const one of found) if (fitsLabels(one, node)) yield one
}

function* expand(step: Extract<Step, { kind: 'expand' }>, position: Position): Generator<Found> {
  const { row, used } = position
  const { edge: pattern, to, isBackwards } = step
  const from = boundNode(step.from, row)
  if (!from) return
  const target = to.name in row ? boundNode(to.name, row) : undefined
  const reaches = (node: NodeValue): boolean =>
    (target === undefined || target === node) && fitsLabels(node, to)
  const known = row[pattern.name]
  const hops = (node: NodeValue, taken: readonly EdgeValue[]): EdgeValue[] =>
    edgesAt(node, pattern, isBackwards).filter(
      edge => !used.has(edge) && !taken.includes(edge) && hasProperties(edge, pattern, position),
    )
  const toFound = (node: NodeValue, value: Value, edges: readonly EdgeValue[]): Found => ({
    row: { ...row, [pattern.name]: value, [to.name]: node },
    edges,
  })

  if (pattern.length === null) {
    for (const edge of hops(from, [])) {
      const node = otherEnd(edge, from)
      if (reaches(node) && (known === undefined || known === edge)) yield toFound(node, edge, [edge])
    }
    return
  }
  const { from: least, to: most } = pattern.length
  function* follow(node: NodeValue, taken: readonly EdgeValue[]): Generator<Found> {
    if (taken.length >= least && reaches(node)) {
      const edges = isBackwards ? taken.toReversed() : [...taken]
      if (known === undefined || equals(known, edges) === true) yield toFound(node, edges, taken)
    }
    if (taken.length < most)
      for (const edge of hops(node, taken)) yield* follow(otherEnd(edge, node), [...taken, edge])
  }
  yield* follow(from, [])
}

/** The edges of a node in the pattern's direction. A loop is listed once. */
function edgesAt(node: NodeValue, { direction, types }: EdgePattern, isBackwards = false): EdgeValue[] {
  const isOut = direction === (isBackwards ? 'in' : 'out')
  const edges =
    direction === 'both'
      ? [...node.out, ...node.in.filter(({ from }) => from !== node)]
      : isOut
        ? node.out
        : node.in
  return types.length === 0 ? edges : edges.filter(({ type }) => types.includes(type))
}

function otherEnd({ from, to }: EdgeValue, node: NodeValue): NodeValue {
  return from === node ? to : from
}

/** For variable-length patterns only; the properties of a single edge are among the conditions of its step. */
function hasProperties(
  edge: EdgeValue,
  { properties, length }: EdgePattern,
  { row, scope }: Position,
): boolean {
  if (length === null) return true
  return properties.every(
    ({ name, value }) => equals(readProperty(edge, name), evaluate(value, row, scope)) === true,
  )
}

function fitsLabels({ label }: NodeValue, { labels }: NamedNode): boolean {
  return labels.every(group => group.includes(label))
}

function boundNode(name: string, row: Row): NodeValue | null {
  const value = ownValue(row, name) ?? null
  if (value === null || isKind(value, 'node')) return value
  throw invalidQuery(`"${name}" is ${describeType(value)}, not a node`)
}

function assemble({ start, edges }: Extract<Step, { kind: 'path' }>, row: Row): Value {
  const first = boundNode(start, row)
  if (!first) return null
  const followed = edges.flatMap(({ name }) => {
    const value = row[name] ?? null
    return (Array.isArray(value) ? value : [value]).filter(one => isKind(one, 'edge'))
  })
  const nodes = [first]
  for (const edge of followed) nodes.push(otherEnd(edge, nodes.at(-1) ?? first))
  return { kind: 'path', nodes, edges: followed }
}

function withoutHidden(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !isHidden(name)))
}

/** The edges of one shortest path between two nodes, or of all of them; nothing when there is none. */
function findShortest(
  [from, to]: readonly [NodeValue, NodeValue],
  { pattern, isAll }: { pattern: EdgePattern; isAll: boolean },
  fits: (edge: EdgeValue) => boolean,
): EdgeValue[][] {
  const { from: least, to: most } = pattern.length ?? { from: 1, to: 1 }
  if (least > 1) throw invalidQuery('The minimum length of a shortest path must be 0 or 1')
  if (from === to) return least === 0 ? [[]] : []
  const arrivals = new Map<NodeValue, EdgeValue[]>([[from, []]])
  let border = [from]
  for (let length = 1; length <= most && border.length > 0 && !arrivals.has(to); length++) {
    const reached = new Map<NodeValue, EdgeValue[]>()
    for (const node of border)
      for (const edge of edgesAt(node, pattern)) {
        const next = otherEnd(edge, node)
        if (arrivals.has(next) || !fits(edge)) continue
        const known = reached.get(next)
        if (!known) reached.set(next, [edge])
        else if (isAll) known.push(edge)
      }
    for (const [node, edges] of reached) arrivals.set(node, edges)
    border = [...reached.keys()]
  }
  return arrivals.has(to) ? [...traceBack(to, from, arrivals)] : []
}

function* traceBack(
  node: NodeValue,
  from: NodeValue,
  arrivals: ReadonlyMap<NodeValue, readonly EdgeValue[]>,
): Generator<EdgeValue[]> {
  if (node === from) yield []
  else
    for (const edge of arrivals.get(node) ?? [])
      for (const before of traceBack(otherEnd(edge, node), from, arrivals)) yield [...before, edge]
}
