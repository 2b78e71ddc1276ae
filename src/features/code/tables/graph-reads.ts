import { setImmediate as breathe } from 'node:timers/promises'
import { type Database, toStoreFailure } from '../../../adapters/stores/sqlite/door.ts'
import type { CodeFile } from '../model/code.ts'
import type { GraphEdge, GraphNode } from '../model/code-graph.ts'
import type {
  EdgeQuery,
  GraphParts,
  GraphSnapshot,
  NodeQuery,
  RepositoryRecord,
  StoredRepository,
} from '../ports/graph-store.ts'
import {
  type EdgeRow,
  edgeColumns,
  idToBytes,
  type NodeRow,
  nodeColumns,
  type RepositoryRow,
  toEdge,
  toNode,
  toParts,
  toRecord,
  toSnapshotEdge,
  unpackFile,
  unpackText,
} from './graph-rows.ts'

const repositoryColumns = 'name, version, facts, counts, edges'

export function readVersion(database: Database): number {
  return database.get<{ version: number }>('SELECT version FROM graph_state')?.version ?? 0
}

export function listRepositories(database: Database): RepositoryRecord[] {
  const sql = `SELECT ${repositoryColumns} FROM graph_repositories ORDER BY name`
  return database.all<RepositoryRow>(sql).map(toRecord)
}

export function readRecord(database: Database, name: string): RepositoryRecord | null {
  const sql = `SELECT ${repositoryColumns} FROM graph_repositories WHERE name = ?`
  const row = database.get<RepositoryRow>(sql, name)
  return row ? toRecord(row) : null
}

export function findNodes(database: Database, { limit, ...query }: NodeQuery): GraphNode[] {
  const { from, values } = matchesOf(query)
  const sql = `SELECT ${nodeColumns} FROM ${from} ORDER BY p.repository, n.full_name, p.path, n.id LIMIT ?`
  return database.all<NodeRow>(sql, ...values, limit).map(toNode)
}

export function countNodes(database: Database, query: Omit<NodeQuery, 'limit'>): number {
  const { from, values } = matchesOf(query)
  return database.get<{ count: number }>(`SELECT count(*) AS count FROM ${from}`, ...values)?.count ?? 0
}

export function readNodes(database: Database, ids: readonly string[]): GraphNode[] {
  const sql = `SELECT ${nodeColumns} FROM graph_nodes n JOIN graph_parts p ON p.key = n.part_key
    WHERE n.id = ? AND p.state = 'live'`
  return ids.flatMap(id => {
    const row = database.get<NodeRow>(sql, idToBytes(id))
    return row ? toNode(row) : []
  })
}

export function findEdges(database: Database, { types, nodes, direction }: EdgeQuery): GraphEdge[] {
  const [own, other] = direction === 'from' ? ['from_id', 'to_id'] : ['to_id', 'from_id']
  const sql = `SELECT ${edgeColumns} FROM graph_edges e JOIN graph_parts p ON p.key = e.part_key
    WHERE e.${own} = ? AND e.type IN (${placesFor(types)}) AND p.state = 'live'
    ORDER BY e.type, e.part_key, e.ordinal, e.${other}`
  return nodes.flatMap(id => database.all<EdgeRow>(sql, idToBytes(id), ...types).map(toEdge))
}

/** Uses a UNION of two index lookups: with OR, SQLite would read all nodes of the labels. */
function matchesOf({ labels, repository, called }: Omit<NodeQuery, 'limit'>): {
  from: string
  values: string[]
} {
  const ofLabels = `label IN (${placesFor(labels)}) AND full_name IS NOT NULL`
  const named = (column: string) =>
    `SELECT part_key, ordinal FROM graph_nodes WHERE ${column} = ? AND ${ofLabels}`
  const nodes =
    called === undefined
      ? `graph_nodes n JOIN graph_parts p ON p.key = n.part_key WHERE ${ofLabels}`
      : `(${named('name')} UNION ${named('full_name')}) m
          JOIN graph_nodes n ON n.part_key = m.part_key AND n.ordinal = m.ordinal
          JOIN graph_parts p ON p.key = n.part_key WHERE true`
  const asked = called === undefined ? labels : [called, ...labels, called, ...labels]
  return {
    from: `${nodes} AND p.state = 'live'${repository === undefined ? '' : ' AND p.repository = ?'}`,
    values: [...asked, ...(repository === undefined ? [] : [repository])],
  }
}

function placesFor(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ')
}

type FileRow = { path: string; parsed: Uint8Array }

const pageFiles = 50

const nextFiles = `SELECT path, parsed FROM graph_parts
  WHERE repository = ? AND state = 'live' AND path > ? ORDER BY path LIMIT ${pageFiles}`

/** Loads all files of one version of a repository, in pages: decompressing many at once would block the process. */
export async function loadRepository(database: Database, name: string): Promise<StoredRepository | null> {
  for (;;) {
    const record = database.read(() => readRecord(database, name))
    if (record === null) return null
    const files = await loadFiles(database, name)
    const now = database.read(() => readRecord(database, name))
    // The graph was replaced while pages were read, so they may be of both versions: read again.
    if (now?.version !== record.version) continue
    const { version, shape, packages, nativeModules } = record
    return { name, version, shape, files, packages, nativeModules }
  }
}

async function loadFiles(database: Database, name: string): Promise<CodeFile[]> {
  const files: CodeFile[] = []
  for (let after = ''; ; await breathe()) {
    const rows = database.read(() => database.all<FileRow>(nextFiles, name, after))
    for (const { parsed } of rows) files.push(unpackFile(parsed))
    after = rows.at(-1)?.path ?? after
    if (rows.length < pageFiles) return files
  }
}

const nextSources = `SELECT path, source FROM graph_parts
  WHERE repository = ? AND state = 'live' AND path > ? AND source IS NOT NULL ORDER BY path LIMIT ${pageFiles}`

/** Loads the kept texts of a repository, in pages. */
export async function loadSources(database: Database, name: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (let after = ''; ; await breathe()) {
    const rows = database.read(() =>
      database.all<{ path: string; source: Uint8Array }>(nextSources, name, after),
    )
    for (const { path, source } of rows) texts.set(path, unpackText(source))
    after = rows.at(-1)?.path ?? after
    if (rows.length < pageFiles) return texts
  }
}

const ofRepository = "p.repository = ? AND p.state = 'live'"
const nodesOfParts = `SELECT ${nodeColumns} FROM graph_parts p JOIN graph_nodes n ON n.part_key = p.key
  WHERE ${ofRepository} ORDER BY p.key, n.ordinal`
const edgesOfParts = `SELECT ${edgeColumns} FROM graph_parts p JOIN graph_edges e ON e.part_key = p.key
  WHERE ${ofRepository} ORDER BY p.key, e.ordinal`

export function loadParts(database: Database, name: string): GraphParts {
  return toParts(database.all<NodeRow>(nodesOfParts, name), database.all<EdgeRow>(edgesOfParts, name))
}

const pageRows = 2_000

const allNodes = (labels: readonly string[] | null) =>
  `SELECT ${nodeColumns} FROM graph_parts p JOIN graph_nodes n ON n.part_key = p.key
  WHERE p.state = 'live'${labels ? ` AND n.label IN (${placesFor(labels)})` : ''} ORDER BY p.key, n.ordinal`
const allEdges = (types: readonly string[] | null) =>
  `SELECT ${edgeColumns} FROM graph_parts p JOIN graph_edges e ON e.part_key = p.key
  WHERE p.state = 'live'${types ? ` AND e.type IN (${placesFor(types)})` : ''} ORDER BY p.key, e.ordinal`

/** A consistent view of the whole graph. Uses its own connection, with a read transaction until it is closed. */
export function graphSnapshot(database: Database): GraphSnapshot {
  database.exec('BEGIN')
  const version = readVersion(database)
  return {
    version,
    nodes: (labels = null) => inPages(database, { sql: allNodes(labels), values: labels ?? [] }, toNode),
    edges: (types = null) => inPages(database, { sql: allEdges(types), values: types ?? [] }, toSnapshotEdge),
    async close() {
      database.close()
    },
  }
}

async function* inPages<Row, T>(
  database: Database,
  { sql, values }: { sql: string; values: readonly string[] },
  read: (row: Row) => T,
): AsyncGenerator<T[]> {
  try {
    let page: T[] = []
    for (const row of database.iterate<Row>(sql, ...values)) {
      page.push(read(row))
      if (page.length < pageRows) continue
      yield page
      page = []
      // Let other work of this process run: a whole graph takes long to read.
      await breathe()
    }
    if (page.length > 0) yield page
  } catch (error) {
    throw toStoreFailure(error)
  }
}
