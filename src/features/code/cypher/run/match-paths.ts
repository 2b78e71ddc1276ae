import { ownValue } from '../../../../core/text/json-values.ts'
import { invalidQuery } from '../cypher-failure.ts'
import type { EdgePattern, Expression, PathPattern } from '../syntax/types.ts'
import { equals } from '../values/compare.ts'
import {
  describeType,
  type EdgeValue,
  isKind,
  type NodeValue,
  type Row,
  type Value,
} from '../values/types.ts'
import { evaluate, holds, readProperty } from './evaluate.ts'
import { findShortest } from './find-shortest.ts'
import { isHidden, type NamedNode, planMatch, type Step } from './plan-match.ts'
import type { Scope } from './scope.ts'

type Found = { row: Row; edges: readonly EdgeValue[] }

/** Every way in which the paths fit, given what the row binds. No edge is used twice in one way. */
export function* matchPaths(
  paths: readonly PathPattern[],
  where: Expression | null,
  row: Row,
  scope: Scope,
): Generator<Row> {
  const steps = planOnce(paths, where, row, scope)
  const used = new Set<EdgeValue>()

  function* walk(at: number, current: Row): Generator<Row> {
    const step = steps[at]
    if (!step) {
      yield withoutHidden(current)
      return
    }
    for (const found of take(step, current, used, scope)) {
      if (!step.conditions.every(condition => holds(condition, found.row, scope))) continue
      for (const edge of found.edges) used.add(edge)
      yield* walk(at + 1, found.row)
      for (const edge of found.edges) used.delete(edge)
    }
  }

  yield* walk(0, row)
}

const plans = new WeakMap<PathPattern, Step[]>()

/** A clause meets many rows that all bind the same names. */
function planOnce(
  paths: readonly PathPattern[],
  where: Expression | null,
  row: Row,
  { graph }: Scope,
): Step[] {
  const [first] = paths
  const known = first && plans.get(first)
  if (known) return known
  const plan = planMatch(paths, where, { graph, bound: new Set(Object.keys(row)) })
  if (first) plans.set(first, plan)
  return plan
}

function* take(step: Step, row: Row, used: ReadonlySet<EdgeValue>, scope: Scope): Generator<Found> {
  switch (step.kind) {
    case 'scan':
      for (const node of candidates(step, row, scope))
        yield { row: { ...row, [step.node.name]: node }, edges: [] }
      return
    case 'expand':
      yield* expand(step, row, used, scope)
      return
    case 'shortest': {
      const [from, to] = [row[step.from] ?? null, row[step.to] ?? null]
      if (!isKind(from, 'node') || !isKind(to, 'node')) return
      const fits = (edge: EdgeValue): boolean => hasProperties(edge, step.edge, row, scope)
      for (const edges of findShortest(from, to, step.edge, fits, step.isAll))
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
  { graph, ...rest }: Scope,
): Generator<NodeValue> {
  if (node.name in row) {
    const bound = boundNode(node.name, row)
    if (bound && hasLabels(bound, node)) yield bound
    return
  }
  const [label, ...others] = node.labels.length === 1 ? (node.labels[0] ?? []) : []
  const only = label !== undefined && others.length === 0 ? label : null
  const [lookup] = lookups
  const found = lookup
    ? graph.nodesWith(only, lookup.property, evaluate(lookup.value, row, { graph, ...rest }))
    : graph.nodes(only)
  for (const one of found) if (hasLabels(one, node)) yield one
}

function* expand(
  step: Extract<Step, { kind: 'expand' }>,
  row: Row,
  used: ReadonlySet<EdgeValue>,
  scope: Scope,
): Generator<Found> {
  const { edge: pattern, to, isBackwards } = step
  const from = boundNode(step.from, row)
  if (!from) return
  const target = to.name in row ? boundNode(to.name, row) : undefined
  const reaches = (node: NodeValue): boolean =>
    (target === undefined || target === node) && hasLabels(node, to)
  const known = row[pattern.name]
  const hops = (node: NodeValue, taken: readonly EdgeValue[]): EdgeValue[] =>
    edgesAt(node, pattern, isBackwards).filter(
      edge => !used.has(edge) && !taken.includes(edge) && hasProperties(edge, pattern, row, scope),
    )
  const give = (node: NodeValue, value: Value, edges: readonly EdgeValue[]): Found => ({
    row: { ...row, [pattern.name]: value, [to.name]: node },
    edges,
  })

  if (pattern.length === null) {
    for (const edge of hops(from, [])) {
      const node = otherEnd(edge, from)
      if (reaches(node) && (known === undefined || known === edge)) yield give(node, edge, [edge])
    }
    return
  }
  const { from: least, to: most } = pattern.length
  function* follow(node: NodeValue, taken: readonly EdgeValue[]): Generator<Found> {
    if (taken.length >= least && reaches(node)) {
      const edges = isBackwards ? taken.toReversed() : [...taken]
      if (known === undefined || equals(known, edges) === true) yield give(node, edges, taken)
    }
    if (taken.length < most)
      for (const edge of hops(node, taken)) yield* follow(otherEnd(edge, node), [...taken, edge])
  }
  yield* follow(from, [])
}

/** The edges of a node that go the pattern's way. A loop is met once. */
export function edgesAt(
  node: NodeValue,
  { direction, types }: EdgePattern,
  isBackwards = false,
): EdgeValue[] {
  const isOut = direction === (isBackwards ? 'in' : 'out')
  const edges =
    direction === 'both'
      ? [...node.out, ...node.in.filter(({ from }) => from !== node)]
      : isOut
        ? node.out
        : node.in
  return types.length === 0 ? edges : edges.filter(({ type }) => types.includes(type))
}

export function otherEnd({ from, to }: EdgeValue, node: NodeValue): NodeValue {
  return from === node ? to : from
}

/** Only edges in a row look here; a single edge's properties are among the conditions. */
function hasProperties(
  edge: EdgeValue,
  { properties, length }: EdgePattern,
  row: Row,
  scope: Scope,
): boolean {
  if (length === null) return true
  return properties.every(
    ({ name, value }) => equals(readProperty(edge, name), evaluate(value, row, scope)) === true,
  )
}

function hasLabels({ label }: NodeValue, { labels }: NamedNode): boolean {
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
