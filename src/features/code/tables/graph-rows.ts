import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { uuidOf } from '../../../core/model/identity.ts'
import type { CodeFile } from '../model/code.ts'
import type { GraphEdge, GraphNode, NodeLabel, PropertyValue } from '../model/code-graph.ts'
import type { GraphParts, RepositoryFacts, RepositoryRecord, SnapshotEdge } from '../ports/graph-store.ts'

export type RepositoryRow = { name: string; version: number; facts: string; counts: string; edges: number }

export type NodeRow = {
  repository: string
  path: string | null
  id: Uint8Array
  label: string
  properties: string
}

export type EdgeRow = {
  repository: string
  path: string | null
  type: string
  from_id: Uint8Array
  to_id: Uint8Array
  file: string | null
  properties: string
}

export const nodeColumns = 'p.repository, p.path, n.id, n.label, n.properties'
export const edgeColumns = 'p.repository, p.path, e.type, e.from_id, e.to_id, e.file, e.properties'

export type LabelCounts = Partial<Record<NodeLabel, number>>

export function toRecord({ name, version, facts, counts, edges }: RepositoryRow): RepositoryRecord {
  // SAFETY: written by this adapter from the same types.
  const known = JSON.parse(facts) as RepositoryFacts
  return { ...known, name, version, counts: JSON.parse(counts) as LabelCounts, edges }
}

export function toNode({ repository, path, id, label, properties }: NodeRow): GraphNode {
  return {
    id: idToText(id),
    // SAFETY: written by this adapter from the same types.
    label: label as GraphNode['label'],
    repository,
    file: path,
    properties: parseProperties(properties),
  }
}

/** The id of an edge is not stored: it is derived from its nodes and type. */
export function toEdge(row: EdgeRow): GraphEdge {
  const edge = toSnapshotEdge(row)
  return { id: uuidOf('code', edge.from, edge.type, edge.to), ...edge }
}

export function toSnapshotEdge(row: EdgeRow): SnapshotEdge {
  return {
    // SAFETY: written by this adapter from the same types.
    type: row.type as GraphEdge['type'],
    from: idToText(row.from_id),
    to: idToText(row.to_id),
    repository: row.repository,
    file: row.path ?? row.file,
    properties: row.properties === '{}' ? {} : parseProperties(row.properties),
  }
}

export function toParts(nodes: readonly NodeRow[], edges: readonly EdgeRow[]): GraphParts {
  const group = <Row extends { path: string | null }, T>(rows: readonly Row[], read: (row: Row) => T) => {
    const parts = new Map<string | null, T[]>()
    for (const row of rows) {
      const known = parts.get(row.path)
      if (known === undefined) parts.set(row.path, [read(row)])
      else known.push(read(row))
    }
    return parts
  }
  return { nodes: group(nodes, toNode), edges: group(edges, toEdge) }
}

/** The second name by which a node is found; null for parameters. */
export function fullNameOf({ label, properties }: GraphNode): string | null {
  if (label === 'Parameter') return null
  const name = label === 'File' ? properties.module_name : properties.full_name
  return typeof name === 'string' ? name : String(properties.name)
}

export function idToBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

export function packFile(file: CodeFile): Buffer {
  return zstdCompressSync(JSON.stringify(file))
}

export function unpackFile(parsed: Uint8Array): CodeFile {
  // SAFETY: written by packFile.
  return JSON.parse(zstdDecompressSync(parsed).toString()) as CodeFile
}

export function packText(text: string): Buffer {
  return zstdCompressSync(text)
}

export function unpackText(source: Uint8Array): string {
  return zstdDecompressSync(source).toString()
}

function idToText(id: Uint8Array): string {
  const hex = Buffer.from(id.buffer, id.byteOffset, id.byteLength).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

function parseProperties(text: string): Record<string, PropertyValue> {
  // SAFETY: written by this adapter from the same types.
  return JSON.parse(text) as Record<string, PropertyValue>
}
