import type { CodeFile } from '../model/code.ts'
import type {
  CodePackage,
  CodeRepository,
  EdgeType,
  GraphEdge,
  GraphNode,
  NodeLabel,
} from '../model/code-graph.ts'

/** Data about a repository beside its graph. */
export type RepositoryFacts = {
  /** Unique; qualified by its owner where there is one: `owner/name`. */
  name: string
  /** Its origin: an address or the real path of a folder. */
  source: string
  /** The commit that was parsed; null for folders. */
  revision: string | null
  packages: readonly CodePackage[]
  nativeModules: readonly string[]
  /** Top-level modules and packages by which scripts import it. */
  offers: readonly string[]
  /** Top-level names that its files import from elsewhere. */
  needs: readonly string[]
  /** The `graphShape` it was built with: parts of another shape are not kept. */
  shape: number
  parsedAt: string
}

export type RepositoryRecord = RepositoryFacts & {
  /** Changes with every new graph of this repository; values are never reused. */
  version: number
  /** The number of nodes of each label. */
  counts: Readonly<Partial<Record<NodeLabel, number>>>
  edges: number
}

/** The parsed content of one version of a repository. */
export type StoredRepository = CodeRepository & Pick<RepositoryRecord, 'version' | 'shape'>

/** One file with its own nodes and edges. */
export type FilePart = {
  file: CodeFile
  nodes: readonly GraphNode[]
  edges: readonly GraphEdge[]
  /** The text of the file, for type checkers; null where it is not kept. */
  text: string | null
}

/** A new version of a repository, as the difference to the previous one. */
export type GraphChange = {
  repository: RepositoryFacts
  /** The version that the difference is based on; null for a new repository. */
  basedOn: number | null
  /** Paths of files that stay unchanged. All other files of the previous version are removed. */
  keep: readonly string[]
  /** New and changed files. They are consumed one at a time, so that they need not all be in memory. */
  parts: Iterable<FilePart>
  /** What belongs to no single file: the repository, its packages, links between files. */
  shared: { nodes: readonly GraphNode[]; edges: readonly GraphEdge[] }
}

export type GraphParts = {
  nodes: ReadonlyMap<string | null, GraphNode[]>
  edges: ReadonlyMap<string | null, GraphEdge[]>
}

/** Parameters are reached from their function. */
export type FindableLabel = Exclude<NodeLabel, 'Parameter'>

export type NodeQuery = {
  labels: readonly FindableLabel[]
  /** Full name of one repository; all repositories when omitted. */
  repository?: string | undefined
  /** Equal to the name or the full name; the full name of a file is its module. */
  called?: string | undefined
  limit: number
}

export type EdgeQuery = {
  types: readonly EdgeType[]
  /** Edges that leave or reach these nodes. */
  nodes: readonly string[]
  direction: 'from' | 'to'
}

/** An edge without its id, which is derived from the rest and would have to be computed for each. */
export type SnapshotEdge = Omit<GraphEdge, 'id'>

/** A consistent view of the whole graph, while it is open. */
export interface GraphSnapshot {
  readonly version: number
  /** All nodes, or those with these labels, a few thousand at a time. */
  nodes(labels?: readonly string[] | null): AsyncIterable<readonly GraphNode[]>
  /** All edges, or those of these types, a few thousand at a time. The nodes of each edge are among `nodes()`. */
  edges(types?: readonly string[] | null): AsyncIterable<readonly SnapshotEdge[]>
  close(): Promise<void>
}

/**
 * Stores the graphs of repositories, and the definitions that scripts are checked against.
 *
 * A caller may rely on this:
 * - A graph is replaced atomically: until `replace` resolves, every reader in every process sees the old one, and when
 *   it fails or the process ends, the old one stays.
 * - Large graphs are written in many short transactions, so that other writers need not wait for them.
 * - `version` increases with each replacement and each removal, across all processes, and with nothing else.
 * - Nodes are ordered by repository, full name, path and id; unknown names return nothing.
 */
export interface GraphStore {
  version(): Promise<number>
  /** Ordered by name. */
  listRepositories(): Promise<RepositoryRecord[]>
  /** The parsed content of a repository; null when there is none of this name. */
  loadRepository(name: string): Promise<StoredRepository | null>
  /** The kept texts of a repository by path. Empty for graphs that were made before texts were kept. */
  loadSources(name: string): Promise<ReadonlyMap<string, string>>
  /** All nodes and edges of a repository, as they were stored, by the path of their part; null: the shared part. */
  loadParts(name: string): Promise<GraphParts>
  /**
   * Replaces the graph of a repository. Throws a Failure `GRAPH_CHANGED` when another process has changed it since
   * `basedOn`: the difference must then be computed again.
   */
  replace(change: GraphChange, signal: AbortSignal): Promise<RepositoryRecord>
  /** Returns whether there was a repository of this name. */
  remove(name: string): Promise<boolean>
  findNodes(query: NodeQuery): Promise<GraphNode[]>
  /** How many nodes `findNodes` would return without its limit. */
  countNodes(query: Omit<NodeQuery, 'limit'>): Promise<number>
  /** In the order of `ids`; unknown ids are left out. */
  readNodes(ids: readonly string[]): Promise<GraphNode[]>
  /** Ordered by type, then by the nodes they connect. */
  findEdges(query: EdgeQuery): Promise<GraphEdge[]>
  snapshot(): Promise<GraphSnapshot>
  close(): Promise<void>
}
