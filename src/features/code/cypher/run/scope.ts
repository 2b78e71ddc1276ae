import type { Expression, PathPattern, Query } from '../syntax/types.ts'
import type { Row } from '../values/types.ts'
import type { QueryGraph } from './query-graph.ts'

/** What expressions may ask of the query they stand in. */
export type Scope = {
  graph: QueryGraph
  /** Every way in which the paths fit, given what the row binds. */
  match(paths: readonly PathPattern[], where: Expression | null, row: Row): Generator<Row>
  /** The rows of a query inside an expression. */
  runInner(query: Query, row: Row): Generator<Row>
}
