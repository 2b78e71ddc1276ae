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
