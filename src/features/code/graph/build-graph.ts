import { uuidOf } from '../../../core/model/identity.ts'
import type { CodeFile } from '../model/code.ts'
import type { CodeGraph, CodeRepository, GraphEdge, GraphNode } from '../model/code-graph.ts'
import type { FilePart, GraphChange } from '../ports/graph-store.ts'
import { fileGraph } from './file-graph.ts'
import { linkFiles } from './link-files.ts'

/** Version of the nodes and edges made from a file. Raising it rebuilds graphs from the stored parse results. */
export const graphShape = 2

/**
 * The graph of a repository: the definitions in its files, and the references between files and classes. Ids are
 * derived from names, so that a definition keeps its id from one parse to the next.
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

/** The part of the graph that belongs to no single file: the repository, its packages, and links between files. */
function sharedGraph(
  repository: CodeRepository,
  linked: readonly GraphEdge[] = linkFiles(repository),
): CodeGraph {
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

type UpdateContext = {
  links?: readonly GraphEdge[]
  /** The texts to keep, by path. */
  texts?: ReadonlyMap<string, string>
}

/** Compares file hashes to decide which parts of the graph are kept and which are replaced. */
export function planUpdate(
  before: readonly Pick<CodeFile, 'path' | 'hash'>[],
  after: CodeRepository,
  { links = linkFiles(after), texts = new Map() }: UpdateContext = {},
): GraphUpdate {
  const hashes = new Map(before.map(({ path, hash }) => [path, hash]))
  const [kept, fresh] = [
    after.files.filter(({ path, hash }) => hashes.get(path) === hash),
    after.files.filter(({ path, hash }) => hashes.get(path) !== hash),
  ]
  return {
    keep: kept.map(({ path }) => path),
    parts: { [Symbol.iterator]: () => partsOf(fresh, after.name, texts) },
    shared: sharedGraph(after, links),
  }
}

function* partsOf(
  files: readonly CodeFile[],
  repository: string,
  texts: ReadonlyMap<string, string>,
): Generator<FilePart> {
  for (const file of files)
    yield {
      file,
      text: texts.get(file.path) ?? null,
      ...fileGraph(repository, repositoryId(repository), file),
    }
}
