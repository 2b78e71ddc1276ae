import type { GraphNode } from '../model/code-graph.ts'
import type { GraphStore } from '../ports/graph-store.ts'
import { typeLabels } from './describe-class.ts'

export type FoundMethod = { method: GraphNode; owner: GraphNode }

export type MethodRequest = {
  name: string
  /** Name or full name of the class it must belong to; null for any. */
  owner: string | null
  limit: number
}

/** Methods of a name with the classes they belong to, by full name. */
export async function findMethods(store: GraphStore, request: MethodRequest): Promise<FoundMethod[]> {
  const { name, owner, limit } = request
  return owner === null ? ofAnyClass(store, name, limit) : ofClass(store, name, owner, limit)
}

async function ofAnyClass(store: GraphStore, name: string, limit: number): Promise<FoundMethod[]> {
  const methods = await store.findNodes({ labels: ['Method'], called: name, limit })
  const found: FoundMethod[] = []
  for (const method of methods) {
    const [edge] = await store.findEdges({ types: ['HAS_METHOD'], nodes: [method.id], direction: 'to' })
    const [owner] = edge ? await store.readNodes([edge.from]) : []
    if (owner) found.push({ method, owner })
  }
  return found
}

async function ofClass(
  store: GraphStore,
  name: string,
  called: string,
  limit: number,
): Promise<FoundMethod[]> {
  const owners = await store.findNodes({ labels: typeLabels, called, limit: 500 })
  const found: FoundMethod[] = []
  for (const owner of owners) {
    const edges = await store.findEdges({ types: ['HAS_METHOD'], nodes: [owner.id], direction: 'from' })
    const methods = await store.readNodes(edges.map(({ to }) => to))
    found.push(
      ...methods.filter(({ properties }) => properties.name === name).map(method => ({ method, owner })),
    )
    if (found.length >= limit) break
  }
  return found.slice(0, limit)
}
