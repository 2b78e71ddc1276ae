import { parentPort } from 'node:worker_threads'
import { Failure, type FailureKind } from '../../../core/model/failure.ts'
import type { GraphEdge, GraphNode } from '../model/code-graph.ts'
import type { GraphRows } from '../ports/graph-queries.ts'
import { invalidQuery } from './cypher-failure.ts'
import { type QueryGraph, queryGraph } from './run/query-graph.ts'
import { runQuery } from './run/run-query.ts'
import type { Query } from './syntax/query.ts'
import { unknownNames } from './touched-by.ts'
import { toJson } from './values/value.ts'

/** Messages to the worker. `begin` discards the graph; then the nodes of the new one follow, then its edges. */
export type Order =
  | { kind: 'begin' }
  | { kind: 'nodes'; nodes: readonly Pick<GraphNode, 'id' | 'label' | 'properties'>[] }
  | { kind: 'edges'; edges: readonly Pick<GraphEdge, 'type' | 'from' | 'to' | 'properties'>[] }
  | { kind: 'run'; query: Query; maxRows: number }

/** The worker's answer to `run`. */
export type Report =
  | ({ kind: 'answer' } & GraphRows)
  | { kind: 'failed'; failure: { kind: FailureKind; code: string; message: string; hint: string | null } }

/** The graph that queries run over. They run in this worker, so that any of them can be stopped. */
let graph: QueryGraph = queryGraph()

parentPort?.on('message', (order: Order) => {
  if (order.kind === 'begin') graph = queryGraph()
  if (order.kind === 'nodes') graph.addNodes(order.nodes)
  if (order.kind === 'edges') graph.addEdges(order.edges)
  if (order.kind === 'run') parentPort?.postMessage(answer(order))
})

function answer({ query, maxRows }: Extract<Order, { kind: 'run' }>): Report {
  try {
    const { columns, rows } = runQuery(query, graph)
    const given: Report & { kind: 'answer' } = {
      kind: 'answer',
      columns,
      rows: [],
      limited: false,
      warnings: [],
    }
    for (const row of rows) {
      if (given.rows.length === maxRows) {
        given.limited = true
        break
      }
      given.rows.push(Object.fromEntries(columns.map(name => [name, toJson(row[name] ?? null)])))
    }
    given.warnings = unknownNames(query, graph.propertyNames)
    return given
  } catch (error) {
    const { kind, code, message, hint } = toFailure(error)
    return { kind: 'failed', failure: { kind, code, message, hint } }
  }
}

function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof RangeError)
    return invalidQuery('The query is nested too deeply or builds a string that is too long')
  return new Failure('internal', 'CYPHER_INVALID', 'The query could not be answered.', { cause: error })
}
