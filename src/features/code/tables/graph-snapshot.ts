import { setImmediate as breathe } from 'node:timers/promises'
import type { Database } from '../../../adapters/stores/sqlite/door.ts'
import { toStoreFailure } from '../../../adapters/stores/sqlite/door.ts'
import type { GraphSnapshot } from '../ports/graph-store.ts'
import { readVersion } from './graph-reads.ts'
import { edgeColumns, nodeColumns, toEdge, toNode } from './graph-rows.ts'

const pageRows = 2_000

const allNodes = `SELECT ${nodeColumns} FROM graph_parts p JOIN graph_nodes n ON n.part_key = p.key
  WHERE p.state = 'live' ORDER BY p.key, n.ordinal`
const allEdges = `SELECT ${edgeColumns} FROM graph_parts p JOIN graph_edges e ON e.part_key = p.key
  WHERE p.state = 'live' ORDER BY p.key, e.ordinal`

/** Everything at one moment, over a connection that is its own: it holds a read transaction until it is closed. */
export function graphSnapshot(database: Database): GraphSnapshot {
  database.exec('BEGIN')
  const version = readVersion(database)
  return {
    version,
    nodes: () => inPages(database, allNodes, toNode),
    edges: () => inPages(database, allEdges, toEdge),
    async close() {
      database.close()
    },
  }
}

async function* inPages<Row, T>(database: Database, sql: string, read: (row: Row) => T): AsyncGenerator<T[]> {
  try {
    let page: T[] = []
    for (const row of database.iterate<Row>(sql)) {
      page.push(read(row))
      if (page.length < pageRows) continue
      yield page
      page = []
      // Whole graphs are read to be projected, while others wait to be answered.
      await breathe()
    }
    if (page.length > 0) yield page
  } catch (error) {
    throw toStoreFailure(error)
  }
}
