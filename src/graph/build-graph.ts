import { uuidOf } from '../model/identity.ts'
import { fileGraph } from './file-graph.ts'
import { linkFiles } from './link-files.ts'
import type { CodeRepository } from './repository.ts'
import type { CodeGraph, GraphEdge, GraphNode } from './types.ts'

/**
 * The graph of a repository: what its files define, and which of its files and classes refer to each other. Ids derive
 * from what they name, so that the same definition keeps its id from one parse to the next.
 */
export function buildGraph(repository: CodeRepository): CodeGraph {
  const { name } = repository
  const root: GraphNode = {
    id: repositoryId(name),
    label: 'Repository',
    repository: name,
    file: null,
    properties: { name, file_count: repository.files.length },
  }
  const packages = packageNodes(repository, root.id)
  const parts = repository.files.map(file => fileGraph(name, root.id, file))
  return {
    nodes: [root, ...packages.nodes, ...parts.flatMap(({ nodes }) => nodes)],
    edges: [...packages.edges, ...parts.flatMap(({ edges }) => edges), ...linkFiles(repository)],
  }
}

export function repositoryId(name: string): string {
  return uuidOf('code', name)
}

function packageNodes(repository: CodeRepository, rootId: string): CodeGraph {
  const nodes = repository.packages.map(
    (one): GraphNode => ({
      id: uuidOf('code', repository.name, 'package', one.root, one.name),
      label: 'Package',
      repository: repository.name,
      file: null,
      properties: { name: one.name, path: one.root },
    }),
  )
  const edges = nodes.map(
    (node): GraphEdge => ({
      id: uuidOf('code', rootId, 'CONTAINS', node.id),
      type: 'CONTAINS',
      from: rootId,
      to: node.id,
      repository: repository.name,
      file: null,
      properties: {},
    }),
  )
  return { nodes, edges }
}
