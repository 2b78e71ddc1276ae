import { invalidQuery } from '../cypher-failure.ts'
import type { EdgePattern } from '../syntax/types.ts'
import type { EdgeValue, NodeValue } from '../values/types.ts'
import { edgesAt, otherEnd } from './match-paths.ts'

/** The shortest chain of edges between two nodes, or all that are as short. Nothing when they are too far apart. */
export function findShortest(
  from: NodeValue,
  to: NodeValue,
  pattern: EdgePattern,
  fits: (edge: EdgeValue) => boolean,
  isAll: boolean,
): EdgeValue[][] {
  const { from: least, to: most } = pattern.length ?? { from: 1, to: 1 }
  if (least > 1) throw invalidQuery('A shortest path may have a least length of 0 or 1')
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
