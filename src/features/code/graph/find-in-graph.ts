import { Failure } from '../../../core/model/failure.ts'
import type { EdgeType, GraphNode } from '../model/code-graph.ts'
import type { FindableLabel, GraphStore, RepositoryRecord } from '../ports/graph-store.ts'

/**
 * Finds a repository by its full name, or by the end of it where only one matches. Ignores case. Like the functions below,
 * it serves the tools that explore and draw the graph of parsed code.
 */
export function findRepository(records: readonly RepositoryRecord[], name: string): RepositoryRecord {
  const wanted = name.toLowerCase().replace(/\.git$/, '')
  const exact = records.find(record => record.name.toLowerCase() === wanted)
  if (exact) return exact
  const fitting = records.filter(record => record.name.toLowerCase().endsWith(`/${wanted}`))
  const [only] = fitting
  if (only && fitting.length === 1) return only
  if (fitting.length > 1)
    throw new Failure(
      'invalid',
      'REPOSITORY_AMBIGUOUS',
      `Repository '${name}' is ambiguous: ${fitting.map(record => record.name).join(', ')}`,
      { hint: 'Give the name with its owner.' },
    )
  throw new Failure(
    'not_found',
    'REPOSITORY_NOT_FOUND',
    `Repository '${name}' not found in knowledge graph`,
    {
      hint: 'The command "repos" lists the repositories; parse_github_repository adds one.',
    },
  )
}

/** What lists and counts treat as classes; namespaces and type aliases are found only by name. */
export const classLabels = ['Class', 'Interface', 'Enum'] as const satisfies readonly FindableLabel[]
export const typeLabels = [...classLabels, 'Type', 'Namespace'] as const satisfies readonly FindableLabel[]

export type ClassDescription = {
  node: GraphNode
  methods: GraphNode[]
  attributes: GraphNode[]
  bases: GraphNode[]
}

/** The first class with this name or full name, with its members in source order; null when there is none. */
export async function describeClass(store: GraphStore, called: string): Promise<ClassDescription | null> {
  const node = await findClass(store, called)
  if (node === null) return null
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

/** Also by the name that users write: `flask.Flask` for `flask.app.Flask`, which the package exports. */
export async function findClass(store: GraphStore, called: string): Promise<GraphNode | null> {
  const [node] = await store.findNodes({ labels: typeLabels, called, limit: 1 })
  const at = called.lastIndexOf('.')
  if (node !== undefined || at === -1) return node ?? null
  const [owner, name] = [called.slice(0, at), called.slice(at + 1)]
  const nodes = await store.findNodes({ labels: typeLabels, called: name, limit: 100 })
  const inside = nodes.filter(({ properties }) => String(properties.full_name).startsWith(`${owner}.`))
  // The one nearest to the package is the one it exports.
  const depth = ({ properties }: GraphNode) => String(properties.full_name).split('.').length
  return inside.toSorted((a, b) => depth(a) - depth(b))[0] ?? null
}

export type FoundMethod = { method: GraphNode; owner: GraphNode }

export type MethodRequest = {
  name: string
  /** Name or full name of the class; null for any class. */
  owner: string | null
  limit: number
}

/** Methods with this name and their classes, ordered by full name. */
export async function findMethods(store: GraphStore, request: MethodRequest): Promise<FoundMethod[]> {
  const { name, owner, limit } = request
  return owner === null ? ofAnyClass(store, name, limit) : ofClass(store, { name, owner, limit })
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
  { name, owner: called, limit }: MethodRequest & { owner: string },
): Promise<FoundMethod[]> {
  const named = await store.findNodes({ labels: typeLabels, called, limit: 500 })
  const owners = named.length > 0 ? named : [await findClass(store, called)].filter(one => one !== null)
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
