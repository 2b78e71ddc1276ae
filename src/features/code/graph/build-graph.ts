import { uuidOf } from '../../../core/model/identity.ts'
import type { CodeFile } from '../model/code.ts'
import type { CodeGraph, CodeRepository, GraphEdge, GraphNode } from '../model/code-graph.ts'
import type { FilePart, GraphChange } from '../ports/graph-store.ts'
import { fileGraph } from './file-graph.ts'
import { linkFiles } from './link-files.ts'

/** Raise it when the same file would give other nodes or edges: graphs are then made anew from what was parsed. */
export const graphShape = 1

/**
 * The graph of a repository: what its files define, and which of its files and classes refer to each other. Ids derive
 * from what they name, so that the same definition keeps its id from one parse to the next.
 */
export function buildGraph(repository: CodeRepository): CodeGraph {
  const shared = sharedGraph(repository)
  const root = repositoryId(repository.name)
  const parts = repository.files.map(file => fileGraph(repository.name, root, file))
  return {
    nodes: [...shared.nodes, ...parts.flatMap(({ nodes }) => nodes)],
    edges: [...parts.flatMap(({ edges }) => edges), ...shared.edges],
  }
}

/** What no single file says: the repository, its packages, and links between files. */
function sharedGraph(repository: CodeRepository, linked = linkFiles(repository)): CodeGraph {
  const { name } = repository
  const root: GraphNode = {
    id: repositoryId(name),
    label: 'Repository',
    repository: name,
    file: null,
    properties: { name, file_count: repository.files.length },
  }
  const packages = packageNodes(repository, root.id)
  const links = new Map(linked.map(edge => [edge.id, edge]))
  return { nodes: [root, ...packages.nodes], edges: [...packages.edges, ...links.values()] }
}

function repositoryId(name: string): string {
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

type GraphUpdate = Pick<GraphChange, 'keep' | 'parts' | 'shared'>

/** Which parts of the graph a new state of the repository replaces, by the hash of each file. */
export function planUpdate(
  before: readonly Pick<CodeFile, 'path' | 'hash'>[],
  after: CodeRepository,
  links = linkFiles(after),
): GraphUpdate {
  const hashes = new Map(before.map(({ path, hash }) => [path, hash]))
  const [kept, fresh] = [
    after.files.filter(({ path, hash }) => hashes.get(path) === hash),
    after.files.filter(({ path, hash }) => hashes.get(path) !== hash),
  ]
  return {
    keep: kept.map(({ path }) => path),
    parts: { [Symbol.iterator]: () => partsOf(fresh, after.name) },
    shared: sharedGraph(after, links),
  }
}

function* partsOf(files: readonly CodeFile[], repository: string): Generator<FilePart> {
  for (const file of files) yield { file, ...fileGraph(repository, repositoryId(repository), file) }
}
