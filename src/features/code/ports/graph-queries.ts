import type { JsonObject } from '../../../core/model/json.ts'
import type { GraphStore } from './graph-store.ts'

export type GraphQueryOptions = {
  signal: AbortSignal
  /** Rows beyond this are not given; `limited` says that there were some. */
  maxRows: number
  timeoutMs: number
}

export type GraphRows = {
  /** In the order of the RETURN clause. */
  columns: string[]
  /** A node is an object of its properties with `_label` and `_id`, an edge of its own with `_type`, `_from`, `_to`. */
  rows: JsonObject[]
  limited: boolean
}

/** What queries are asked over: the version tells whether what was projected is still true. */
export type GraphSource = Pick<GraphStore, 'version' | 'snapshot'>

/**
 * Answers openCypher over the graph of code: labels and relations as the graph's nodes and edges have them.
 *
 * A caller may rely on this: nothing that a query says changes the graph, and what would change anything is refused
 * before it runs, as Failure `CYPHER_READ_ONLY`; a query that is wrong is a Failure `CYPHER_INVALID` whose message says
 * where; one that takes longer than `timeoutMs` is stopped and is a Failure `CYPHER_TIMEOUT`; one that needs too much
 * memory is a Failure `CYPHER_TOO_LARGE`; an engine that cannot be loaded is a Failure `CYPHER_UNAVAILABLE`. Answers
 * are about the newest graph when the call began. Values are plain JSON: integers beyond 2^53 are texts.
 */
export interface GraphQueries {
  run(cypher: string, options: GraphQueryOptions): Promise<GraphRows>
  close(): Promise<void>
}
