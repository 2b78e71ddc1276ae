import type { FailureKind } from '../../../core/model/failure.ts'
import type { GraphEdge, GraphNode } from '../model/code-graph.ts'
import type { GraphRows } from '../ports/graph-queries.ts'

/** What the worker is told. A graph begins anew, then its nodes come, then its edges. */
export type Order =
  | { kind: 'begin' }
  | { kind: 'nodes'; nodes: readonly GraphNode[] }
  | { kind: 'edges'; edges: readonly GraphEdge[] }
  | { kind: 'run'; cypher: string; maxRows: number }

/** What it says to a query. */
export type Report =
  | ({ kind: 'answer' } & GraphRows)
  | { kind: 'failed'; failure: { kind: FailureKind; code: string; message: string; hint: string | null } }
