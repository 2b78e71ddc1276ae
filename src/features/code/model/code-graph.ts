import type { CodeFile } from './code.ts'

export type NodeLabel =
  | 'Repository'
  | 'Package'
  | 'File'
  | 'Class'
  | 'Interface'
  | 'Enum'
  | 'Type'
  | 'Namespace'
  | 'Function'
  | 'Method'
  | 'Attribute'
  | 'Parameter'

export type EdgeType =
  | 'CONTAINS'
  | 'DEFINES'
  | 'HAS_METHOD'
  | 'HAS_ATTRIBUTE'
  | 'HAS_PARAMETER'
  | 'HAS_CLASS'
  | 'IMPORTS'
  | 'EXTENDS'

export type PropertyValue = string | number | boolean | readonly string[] | null

/** `file` is the path of the file that defines the node; null for repositories and packages, which belong to no file. */
export type GraphNode = {
  id: string
  label: NodeLabel
  repository: string
  file: string | null
  properties: Readonly<Record<string, PropertyValue>>
}

/** `file` is the path of the file that contains the reference: when it changes, the edge is removed. */
export type GraphEdge = {
  id: string
  type: EdgeType
  from: string
  to: string
  repository: string
  file: string | null
  properties: Readonly<Record<string, PropertyValue>>
}

export type CodeGraph = { nodes: GraphNode[]; edges: GraphEdge[] }

/** An npm package inside a repository, and the files that its name and subpaths resolve to. */
export type CodePackage = {
  /** Empty for a package.json in a subfolder that only defines the entry point of that folder. */
  name: string
  /** Its folder relative to the repository's root, '' for the root itself. */
  root: string
  /** `.` and subpaths (`./client`, `./*`) to files relative to the repository's root; '' for a closed subpath. */
  entries: Readonly<Record<string, string>>
  /** Further files that a subpath may lead to: those of other conditions. Graphs from before have none. */
  others?: Readonly<Record<string, readonly string[]>>
  /** What imports inside the package mean: `#part`, and `paths` of its tsconfig.json. Graphs from before have none. */
  aliases?: Readonly<Record<string, string>>
  /** Whether `exports` limits what can be imported; else any of its files can be. */
  isClosed: boolean
  /** Whether its plain `.js` and `.d.ts` files are ES modules. */
  isModule: boolean
}

/** The parsed content of one repository. */
export type CodeRepository = {
  /** Qualified by its owner where there is one: `owner/name`. */
  name: string
  files: readonly CodeFile[]
  packages: readonly CodePackage[]
  /**
   * Modules that exist but were not parsed: extension modules, tests, files that are too large. Named like other
   * modules: dotted for Python, the path without its extension for TypeScript. They must not be reported as missing.
   */
  nativeModules: readonly string[]
}
