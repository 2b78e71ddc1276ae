import type { JsonObject } from '../../../core/model/json.ts'
import type { GraphStore } from './graph-store.ts'

export type GraphQueryOptions = {
  signal: AbortSignal
  /** Rows beyond this are left out; `limited` is true when there were more. */
  maxRows: number
  timeoutMs: number
  /** The values of `$name` in the query. */
  parameters?: JsonObject
}

export type GraphRows = {
  /** In the order of the RETURN clause. */
  columns: string[]
  /** A node is an object with its properties, `_label` and `_id`; an edge has its properties, `_type`, `_from` and `_to`. */
  rows: JsonObject[]
  limited: boolean
  /** Labels, relations and properties that the graph does not have, with the nearest that it has. */
  warnings: string[]
}

/** The graph that queries run over; the version shows whether a loaded copy is still current. */
export type GraphSource = Pick<GraphStore, 'version' | 'snapshot'>

/**
 * Runs openCypher over the graph of code, with its labels and edge types.
 *
 * A caller may rely on this: queries never change the graph. Throws a Failure `CYPHER_READ_ONLY` before running a query
 * that would write; `CYPHER_INVALID` with the place of the error for an invalid query; `CYPHER_TIMEOUT` for one that
 * takes longer than `timeoutMs`, which is stopped; `CYPHER_TOO_LARGE` for one that needs too much memory;
 * `CYPHER_UNAVAILABLE` when the engine cannot be loaded. Results are of the newest graph when the call began. Values are
 * plain JSON: integers beyond 2^53 are strings.
 */
export interface GraphQueries {
  run(cypher: string, options: GraphQueryOptions): Promise<GraphRows>
  close(): Promise<void>
}
