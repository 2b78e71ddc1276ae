import { parentPort } from 'node:worker_threads'
import { Failure, type FailureKind } from '../../../core/model/failure.ts'
import type { GraphEdge, GraphNode } from '../model/code-graph.ts'
import type { GraphRows } from '../ports/graph-queries.ts'
import { invalidQuery } from './cypher-failure.ts'
import { type QueryGraph, queryGraph } from './run/query-graph.ts'
import { runQuery } from './run/run-query.ts'
import { parseCypher } from './syntax/parse-query.ts'
import { toJson } from './values/value.ts'

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

/** Holds one graph and answers queries over it, apart from the program: whatever a query does, it can be stopped. */
let graph: QueryGraph = queryGraph()

parentPort?.on('message', (order: Order) => {
  if (order.kind === 'begin') graph = queryGraph()
  if (order.kind === 'nodes') graph.addNodes(order.nodes)
  if (order.kind === 'edges') graph.addEdges(order.edges)
  if (order.kind === 'run') parentPort?.postMessage(answer(order))
})

function answer({ cypher, maxRows }: Extract<Order, { kind: 'run' }>): Report {
  try {
    const { columns, rows } = runQuery(parseCypher(cypher), graph)
    const given: Report & { kind: 'answer' } = { kind: 'answer', columns, rows: [], limited: false }
    for (const row of rows) {
      if (given.rows.length === maxRows) {
        given.limited = true
        break
      }
      given.rows.push(Object.fromEntries(columns.map(name => [name, toJson(row[name] ?? null)])))
    }
    return given
  } catch (error) {
    const { kind, code, message, hint } = toFailure(error)
    return { kind: 'failed', failure: { kind, code, message, hint } }
  }
}

function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof RangeError)
    return invalidQuery('The query is nested too deeply or makes too long a text')
  return new Failure('internal', 'CYPHER_INVALID', 'The query could not be answered.', { cause: error })
}
