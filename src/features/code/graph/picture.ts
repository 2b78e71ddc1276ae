import { Failure } from '../../../core/model/failure.ts'
import type { EdgeType, GraphEdge, GraphNode } from '../model/code-graph.ts'
import type { FindableLabel, GraphStore, RepositoryRecord } from '../ports/graph-store.ts'
import { findClass, findRepository, typeLabels } from './find-in-graph.ts'

export type Picture = {
  /** The node in the middle. */
  center: GraphNode
  nodes: GraphNode[]
  edges: GraphEdge[]
  /** Whether there was more than the limit. */
  limited: boolean
}

/** Without parameters and local definitions, which would hide the rest. */
const shown: readonly EdgeType[] = [
  'CONTAINS',
  'DEFINES',
  'HAS_METHOD',
  'HAS_ATTRIBUTE',
  'HAS_CLASS',
  'IMPORTS',
  'EXTENDS',
]
const entities = [
  ...typeLabels,
  'Function',
  'Method',
  'File',
  'Package',
  'Attribute',
] as const satisfies readonly FindableLabel[]

/** A repository with its files, or an entity with its surroundings, nearest first, up to `limit` nodes. */
export async function picture(of: string, limit: number, store: GraphStore): Promise<Picture> {
  const center = await findCenter(of, store)
  const nodes = new Map([[center.id, center]])
  const edges = new Map<string, GraphEdge>()
  let border = [center]
  let limited = false
  while (border.length > 0 && !limited) {
    const next: GraphNode[] = []
    for (const node of border) {
      const around = await edgesOf(node, center, store)
      for (const { edge, id } of around) {
        if (!nodes.has(id) && nodes.size >= limit) {
          limited = true
          continue
        }
        const [other] = nodes.has(id) ? [] : await store.readNodes([id])
        if (other) {
          nodes.set(id, other)
          next.push(other)
        }
        if (nodes.has(id)) edges.set(edge.id, edge)
      }
    }
    border = next
  }
  return { center, nodes: [...nodes.values()], edges: [...edges.values()], limited }
}

/** Tries a repository in this spelling, then an entity, then a repository in another case. */
async function findCenter(of: string, store: GraphStore): Promise<GraphNode> {
  const loose = repositoryCalled(of, await store.listRepositories())
  if (loose?.endsWith(of)) return rootOf(loose, store)
  const found = await store.findNodes({ labels: entities, called: of, limit: 50 })
  const [first] = found.toSorted((a, b) => entities.indexOf(labelOf(a)) - entities.indexOf(labelOf(b)))
  if (first) return first
  if (loose) return rootOf(loose, store)
  const exported = await findClass(store, of)
  if (exported === null) throw entityNotFound(of)
  return exported
}

function repositoryCalled(of: string, records: readonly RepositoryRecord[]): string | null {
  try {
    return findRepository(records, of).name
  } catch (error) {
    if (error instanceof Failure && error.code === 'REPOSITORY_NOT_FOUND') return null
    throw error
  }
}

async function rootOf(repository: string, store: GraphStore): Promise<GraphNode> {
  const [root] = await store.findNodes({ labels: ['Repository'], called: repository, limit: 1 })
  if (root) return root
  throw entityNotFound(repository)
}

function entityNotFound(of: string): Failure {
  return new Failure(
    'not_found',
    'ENTITY_NOT_FOUND',
    `'${of}' is neither a repository nor an entity of the graph.`,
    { hint: 'Give a repository, or the name or full name of a class, function, method or module.' },
  )
}

function labelOf({ label }: GraphNode): (typeof entities)[number] {
  return entities.find(one => one === label) ?? 'Attribute'
}

/** All edges that leave a node; edges that reach it only for the centre, so that the picture stays about it. */
async function edgesOf(
  node: GraphNode,
  center: GraphNode,
  store: GraphStore,
): Promise<{ edge: GraphEdge; id: string }[]> {
  const below = await store.findEdges({ types: shown, nodes: [node.id], direction: 'from' })
  const isCenter = node.id === center.id
  const above = isCenter ? await store.findEdges({ types: shown, nodes: [node.id], direction: 'to' }) : []
  return [...above.map(edge => ({ edge, id: edge.from })), ...below.map(edge => ({ edge, id: edge.to }))]
}
