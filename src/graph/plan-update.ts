import type { CodeFile } from '../model/code.ts'
import { repositoryId } from './build-graph.ts'
import { fileGraph } from './file-graph.ts'
import { linkFiles } from './link-files.ts'
import type { CodeRepository } from './repository.ts'
import type { GraphEdge, GraphNode } from './types.ts'

/** What a store must do to go from one state of a repository to the next, in one transaction. */
export type GraphUpdate = {
  /** Files whose nodes and edges go: changed ones and those that are no more. */
  dropFiles: readonly string[]
  /** Nodes and edges of new and changed files. */
  nodes: readonly GraphNode[]
  edges: readonly GraphEdge[]
  /** IMPORTS and EXTENDS depend on other files too: all of them are replaced by these. */
  links: readonly GraphEdge[]
}

/** Which parts of the graph a new state of the repository replaces, by the hash of each file. */
export function planUpdate(
  before: readonly Pick<CodeFile, 'path' | 'hash'>[],
  after: CodeRepository,
): GraphUpdate {
  const hashes = new Map(before.map(({ path, hash }) => [path, hash]))
  const paths = new Set(after.files.map(({ path }) => path))
  const fresh = after.files.filter(({ path, hash }) => hashes.get(path) !== hash)
  const gone = before.filter(({ path }) => !paths.has(path)).map(({ path }) => path)
  const parts = fresh.map(file => fileGraph(after.name, repositoryId(after.name), file))
  return {
    dropFiles: [...fresh.filter(({ path }) => hashes.has(path)).map(({ path }) => path), ...gone],
    nodes: parts.flatMap(({ nodes }) => nodes),
    edges: parts.flatMap(({ edges }) => edges),
    links: linkFiles(after),
  }
}
