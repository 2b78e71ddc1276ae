import type { GraphEdge, GraphNode } from '../../model/code-graph.ts'
import type { GraphSource } from '../../ports/graph-queries.ts'

type Properties = GraphNode['properties']

/** A small repository: two files, an inheritance chain, methods with equal names, a function. */
export const shop = { nodes: shopNodes(), edges: shopEdges() }

function node(id: string, label: GraphNode['label'], properties: Properties = {}): GraphNode {
  return { id, label, repository: 'acme/shop', file: null, properties: { name: id, ...properties } }
}

function shopNodes(): GraphNode[] {
  return [
    node('shop', 'Repository'),
    node('cart.py', 'File', { line_count: 120 }),
    node('base.py', 'File', { line_count: 40 }),
    node('Item', 'Class', { full_name: 'base.Item', line: 3 }),
    node('Book', 'Class', { full_name: 'cart.Book', line: 10, decorators: ['dataclass', 'final'] }),
    node('Novel', 'Class', { full_name: 'cart.Novel', line: 30 }),
    node('Cart', 'Class', { full_name: 'cart.Cart', line: 50, is_private: false }),
    node('Item.price', 'Method', { name: 'price', full_name: 'base.Item.price', return_type: 'float' }),
    node('Book.price', 'Method', { name: 'price', full_name: 'cart.Book.price', return_type: 'float' }),
    node('Book.title', 'Method', { name: 'title', full_name: 'cart.Book.title' }),
    node('Cart.add', 'Method', { name: 'add', full_name: 'cart.Cart.add', return_type: 'None' }),
    node('total', 'Function', { full_name: 'cart.total', weight: 1.5 }),
  ]
}

function shopEdges(): GraphEdge[] {
  const edges: [GraphEdge['type'], string, string, Properties?][] = [
    ['CONTAINS', 'shop', 'cart.py'],
    ['CONTAINS', 'shop', 'base.py'],
    ['IMPORTS', 'cart.py', 'base.py', { line: 1 }],
    ['DEFINES', 'base.py', 'Item'],
    ['DEFINES', 'cart.py', 'Book'],
    ['DEFINES', 'cart.py', 'Novel'],
    ['DEFINES', 'cart.py', 'Cart'],
    ['DEFINES', 'cart.py', 'total'],
    ['EXTENDS', 'Book', 'Item'],
    ['EXTENDS', 'Novel', 'Book'],
    ['HAS_METHOD', 'Item', 'Item.price'],
    ['HAS_METHOD', 'Book', 'Book.price'],
    ['HAS_METHOD', 'Book', 'Book.title'],
    ['HAS_METHOD', 'Cart', 'Cart.add'],
  ]
  return edges.map(([type, from, to, properties = {}], at) => ({
    id: `e${at}`,
    type,
    from,
    to,
    repository: 'acme/shop',
    file: null,
    properties,
  }))
}

/** A graph that a test can replace, which changes its version. */
export function graphSource(first: { nodes: GraphNode[]; edges: GraphEdge[] }): GraphSource & {
  replace(graph: { nodes: GraphNode[]; edges: GraphEdge[] }): void
  snapshots(): number
} {
  let graph = first
  let version = 1
  let taken = 0
  return {
    replace(next) {
      graph = next
      version++
    },
    snapshots: () => taken,
    version: async () => version,
    async snapshot() {
      taken++
      const { nodes, edges } = graph
      return {
        version,
        async *nodes() {
          yield nodes
        },
        async *edges() {
          yield edges
        },
        close: async () => undefined,
      }
    },
  }
}
