import type { GraphEdge, GraphNode } from '../../model/code-graph.ts'
import { keyOf } from '../values/operators.ts'
import { type EdgeValue, fromProperty, type NodeValue, type Value } from '../values/value.ts'

/** A graph in memory, with the indexes that matching uses. */
export type QueryGraph = {
  readonly labels: ReadonlySet<string>
  readonly types: ReadonlySet<string>
  readonly propertyNames: ReadonlySet<string>
  addNodes(nodes: readonly Pick<GraphNode, 'id' | 'label' | 'properties'>[]): void
  /** Edges of which a node is missing are skipped. */
  addEdges(edges: readonly Pick<GraphEdge, 'type' | 'from' | 'to' | 'properties'>[]): void
  /** All nodes with this label, or all nodes. */
  nodes(label: string | null): readonly NodeValue[]
  /** Nodes whose property equals the value. */
  nodesWith(label: string | null, property: string, value: Value): readonly NodeValue[]
  edges(): Iterable<EdgeValue>
}

export function queryGraph(): QueryGraph {
  const byId = new Map<string, NodeValue>()
  const byLabel = new Map<string, NodeValue[]>()
  const all: NodeValue[] = []
  const labels = new Set<string>()
  const types = new Set<string>()
  const propertyNames = new Set<string>()
  const indexes = new Map<string, Map<string, NodeValue[]>>()

  const nodes = (label: string | null): readonly NodeValue[] =>
    label === null ? all : (byLabel.get(label) ?? [])

  function indexOf(label: string | null, property: string): Map<string, NodeValue[]> {
    const name = JSON.stringify([label, property])
    const known = indexes.get(name)
    if (known) return known
    const index = new Map<string, NodeValue[]>()
    for (const node of nodes(label)) {
      const value = fromProperty(node.properties[property])
      if (value !== null) push(index, keyOf(value), node)
    }
    indexes.set(name, index)
    return index
  }

  return {
    labels,
    types,
    propertyNames,
    nodes,
    addNodes(added) {
      for (const { id, label, properties } of added) {
        const node: NodeValue = { kind: 'node', id, label, properties, out: [], in: [] }
        byId.set(id, node)
        all.push(node)
        push(byLabel, label, node)
        labels.add(label)
        for (const name in properties) propertyNames.add(name)
      }
    },
    addEdges(added) {
      for (const { type, from, to, properties } of added) {
        const [start, end] = [byId.get(from), byId.get(to)]
        if (!start || !end) continue
        const edge: EdgeValue = { kind: 'edge', type, from: start, to: end, properties }
        start.out.push(edge)
        end.in.push(edge)
        types.add(type)
        for (const name in properties) propertyNames.add(name)
      }
    },
    nodesWith: (label, property, value) => indexOf(label, property).get(keyOf(value)) ?? [],
    *edges() {
      for (const node of all) yield* node.out
    },
  }
}

function push<K>(lists: Map<K, NodeValue[]>, key: K, node: NodeValue): void {
  const list = lists.get(key)
  if (list) list.push(node)
  else lists.set(key, [node])
}
