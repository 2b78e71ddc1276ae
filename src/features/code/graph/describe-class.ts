import type { EdgeType, GraphNode } from '../model/code-graph.ts'
import type { FindableLabel, GraphStore } from '../ports/graph-store.ts'

/** What counts as a class in lists and sums; namespaces and type names are found only when asked for. */
export const classLabels = ['Class', 'Interface', 'Enum'] as const satisfies readonly FindableLabel[]
export const typeLabels = [...classLabels, 'Type', 'Namespace'] as const satisfies readonly FindableLabel[]

export type ClassDescription = {
  node: GraphNode
  methods: GraphNode[]
  attributes: GraphNode[]
  bases: GraphNode[]
}

/** The first class of a name or full name, with its members as they stand in the source; null when there is none. */
export async function describeClass(store: GraphStore, called: string): Promise<ClassDescription | null> {
  const [node] = await store.findNodes({ labels: typeLabels, called, limit: 1 })
  if (node === undefined) return null
  const linked = async (type: EdgeType) => {
    const edges = await store.findEdges({ types: [type], nodes: [node.id], direction: 'from' })
    return store.readNodes(edges.map(({ to }) => to))
  }
  return {
    node,
    methods: await linked('HAS_METHOD'),
    attributes: await linked('HAS_ATTRIBUTE'),
    bases: await linked('EXTENDS'),
  }
}
