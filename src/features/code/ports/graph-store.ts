import type { CodeFile } from '../model/code.ts'
import type {
  CodePackage,
  CodeRepository,
  EdgeType,
  GraphEdge,
  GraphNode,
  NodeLabel,
} from '../model/code-graph.ts'

/** What is known of a repository beside its graph. */
export type RepositoryFacts = {
  /** Unique; qualified by its owner where there is one: `owner/name`. */
  name: string
  /** Where it came from: an address or the real path of a folder. */
  source: string
  /** The commit that was read; null for folders. */
  revision: string | null
  packages: readonly CodePackage[]
  nativeModules: readonly string[]
  /** Names that scripts import it by: top-level modules and packages. */
  offers: readonly string[]
  /** Top-level names that its files import from elsewhere. */
  needs: readonly string[]
  /** Which nodes and edges are made of a file: parts of another shape are not kept. */
  shape: number
  parsedAt: string
}

export type RepositoryRecord = RepositoryFacts & {
  /** Changes with every new graph of this repository, and never comes back. */
  version: number
  /** How many nodes of each label it has. */
  counts: Readonly<Partial<Record<NodeLabel, number>>>
  edges: number
}

/** Everything that was read from a repository, in one state of it. */
export type StoredRepository = CodeRepository & Pick<RepositoryRecord, 'version' | 'shape'>

/** One file with what it alone defines. */
export type FilePart = { file: CodeFile; nodes: readonly GraphNode[]; edges: readonly GraphEdge[] }

/** A new state of a repository, told as the difference to the one before. */
export type GraphChange = {
  repository: RepositoryFacts
  /** The version that the difference was taken from; null when the repository was not there. */
  basedOn: number | null
  /** Paths of files that stay as they are. All others of before go. */
  keep: readonly string[]
  /** New and changed files. They are taken one at a time, so that they need not all be in memory. */
  parts: Iterable<FilePart>
  /** What belongs to no file or depends on several: the repository, its packages, links between files. */
  shared: { nodes: readonly GraphNode[]; edges: readonly GraphEdge[] }
}

/** Parameters are reached from what they belong to. */
export type FindableLabel = Exclude<NodeLabel, 'Parameter'>

export type NodeQuery = {
  labels: readonly FindableLabel[]
  /** Of one repository, by its full name; all of them without. */
  repository?: string | undefined
  /** Equal to the name or to the full name; a file's is its module. */
  called?: string | undefined
  limit: number
}

export type EdgeQuery = {
  types: readonly EdgeType[]
  /** Edges that leave or reach these nodes. */
  nodes: readonly string[]
  direction: 'from' | 'to'
}

/** One state of the whole graph, for as long as it is open. */
export interface GraphSnapshot {
  readonly version: number
  /** All nodes, some thousand at a time. */
  nodes(): AsyncIterable<readonly GraphNode[]>
  /** All edges, some thousand at a time. Both ends of each are among the nodes. */
  edges(): AsyncIterable<readonly GraphEdge[]>
  close(): Promise<void>
}

/**
 * Keeps the graphs of repositories, and the definitions that checking needs.
 *
 * A caller may rely on this:
 * - A new graph is swapped in whole: until `replace` resolves, every reader in every process sees the old one, and
 *   when it fails or the process ends half-way, the old one stays.
 * - Large graphs are written in many short transactions, so that other writers need not wait for them.
 * - `version` grows with each swap and each removal, over all processes, and with nothing else.
 * - Nodes come in order of repository, full name, path and id; unknown names find nothing.
 */
export interface GraphStore {
  version(): Promise<number>
  /** In order of name. */
  listRepositories(): Promise<RepositoryRecord[]>
  /** Everything that was read from a repository; null when there is none of this name. */
  loadRepository(name: string): Promise<StoredRepository | null>
  /**
   * Swaps in a new state. Throws Failure `GRAPH_CHANGED` when the repository is no longer in the state that the change
   * is based on: someone else was quicker, and the difference must be taken anew.
   */
  replace(change: GraphChange, signal: AbortSignal): Promise<RepositoryRecord>
  /** Whether there was one of this name. */
  remove(name: string): Promise<boolean>
  findNodes(query: NodeQuery): Promise<GraphNode[]>
  /** How many `findNodes` would give without its limit. */
  countNodes(query: Omit<NodeQuery, 'limit'>): Promise<number>
  /** In the order asked for; ids that are not there are left out. */
  readNodes(ids: readonly string[]): Promise<GraphNode[]>
  /** In order of type, then of the nodes they join. */
  findEdges(query: EdgeQuery): Promise<GraphEdge[]>
  snapshot(): Promise<GraphSnapshot>
  close(): Promise<void>
}
