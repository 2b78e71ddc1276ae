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

/** `file` is the path of the file a node came from, null for repositories and packages: they outlive their files. */
export type GraphNode = {
  id: string
  label: NodeLabel
  repository: string
  file: string | null
  properties: Readonly<Record<string, PropertyValue>>
}

/** `file` is the path of the file whose text says so: when it changes, the edge goes. */
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

/** An npm package inside a repository: what its name and subpaths lead to. */
export type CodePackage = {
  /** Empty for a folder of a package that only says what it leads to. */
  name: string
  /** Its folder relative to the repository's root, '' for the root itself. */
  root: string
  /** `.` and subpaths (`./client`, `./*`) to files relative to the repository's root. */
  entries: Readonly<Record<string, string>>
  /** Whether the package says what may be imported; else any of its files may. */
  isClosed: boolean
  /** Whether its plain `.js` and `.d.ts` files are ES modules. */
  isModule: boolean
}

/** Everything read from one repository. */
export type CodeRepository = {
  /** Qualified by its owner where there is one: `owner/name`. */
  name: string
  files: readonly CodeFile[]
  packages: readonly CodePackage[]
  /**
   * Modules that exist but were not read: extension modules, tests, what is too large. Named as files name modules:
   * dotted for Python, the path without its ending for TypeScript. What exists must not be taken for missing.
   */
  nativeModules: readonly string[]
}
