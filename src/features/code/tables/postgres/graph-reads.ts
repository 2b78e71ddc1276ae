import { setImmediate as breathe } from 'node:timers/promises'
import { byteArrays, type Database, type Sql } from '../../../../adapters/stores/postgres/door.ts'
import type { CodeFile } from '../../model/code.ts'
import type { GraphEdge, GraphNode } from '../../model/code-graph.ts'
import type {
  EdgeQuery,
  GraphParts,
  GraphSnapshot,
  NodeQuery,
  RepositoryRecord,
  StoredRepository,
} from '../../ports/graph-store.ts'
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
} from '../graph-rows.ts'

const repositories = 'SELECT name, version, facts, counts, edges FROM quire.graph_repositories'
const liveNodes = "quire.graph_nodes n JOIN quire.graph_parts p ON p.key = n.part WHERE p.state = 'live'"
const liveEdges = "quire.graph_edges e JOIN quire.graph_parts p ON p.key = e.part WHERE p.state = 'live'"

/** The functions of this file run inside a read transaction, which sees one state. */
export async function readVersion(sql: Sql): Promise<number> {
  return (await sql.get<{ version: number }>('SELECT version FROM quire.graph_state'))?.version ?? 0
}

export async function listRepositories(sql: Sql): Promise<RepositoryRecord[]> {
  return (await sql.all<RepositoryRow>(`${repositories} ORDER BY name`)).map(toRecord)
}

export async function readRecord(sql: Sql, name: string): Promise<RepositoryRecord | null> {
  const row = await sql.get<RepositoryRow>(`${repositories} WHERE name = ?`, name)
  return row ? toRecord(row) : null
}

export async function findNodes(sql: Sql, { limit, ...query }: NodeQuery): Promise<GraphNode[]> {
  const { from, values } = matchesOf(query)
  const rows = await sql.all<NodeRow>(
    `SELECT ${nodeColumns} FROM ${from} ORDER BY p.repository, n.full_name, p.path NULLS FIRST, n.id LIMIT ?`,
    ...values,
    limit,
  )
  return rows.map(toNode)
}

export async function countNodes(sql: Sql, query: Omit<NodeQuery, 'limit'>): Promise<number> {
  const { from, values } = matchesOf(query)
  return (await sql.get<{ count: number }>(`SELECT count(*) AS count FROM ${from}`, ...values))?.count ?? 0
}

function matchesOf({ labels, repository, called }: Omit<NodeQuery, 'limit'>) {
  const named = called === undefined ? '' : 'AND (n.name = ? OR n.full_name = ?)'
  const ofRepository = repository === undefined ? '' : 'AND p.repository = ?'
  return {
    from: `${liveNodes} AND n.full_name IS NOT NULL AND n.label = ANY(?::text[]) ${named} ${ofRepository}`,
    values: [
      labels,
      ...(called === undefined ? [] : [called, called]),
      ...(repository === undefined ? [] : [repository]),
    ],
  }
}

export async function readNodes(sql: Sql, ids: readonly string[]): Promise<GraphNode[]> {
  const rows = await sql.all<NodeRow>(
    `SELECT ${nodeColumns} FROM ${liveNodes} AND n.id = ANY(?::bytea[])`,
    byteArrays(ids.map(idToBytes)),
  )
  const found = new Map(rows.map(toNode).map(node => [node.id, node]))
  return ids.flatMap(id => found.get(id) ?? [])
}

export async function findEdges(sql: Sql, { types, nodes, direction }: EdgeQuery): Promise<GraphEdge[]> {
  const [own, other] = direction === 'from' ? ['from_id', 'to_id'] : ['to_id', 'from_id']
  const rows = await sql.all<EdgeRow>(
    `SELECT ${edgeColumns} FROM ${liveEdges} AND e.${own} = ANY(?::bytea[]) AND e.type = ANY(?::text[])
      ORDER BY e.type, e.part, e.ordinal, e.${other}`,
    byteArrays(nodes.map(idToBytes)),
    types,
  )
  const byNode = Map.groupBy(rows.map(toEdge), edge => edge[direction])
  return nodes.flatMap(id => byNode.get(id) ?? [])
}

const pageFiles = 50
const nextFiles = `SELECT path, parsed FROM quire.graph_parts
  WHERE repository = ? AND state = 'live' AND path > ? ORDER BY path LIMIT ${pageFiles}`

/** Loads all files of a repository, in pages: decompressing many at once would block the process. */
export async function loadRepository(sql: Sql, name: string): Promise<StoredRepository | null> {
  const record = await readRecord(sql, name)
  if (record === null) return null
  const { version, shape, packages, nativeModules } = record
  const files: CodeFile[] = []
  for (let after = ''; ; await breathe()) {
    const rows = await sql.all<{ path: string; parsed: Uint8Array }>(nextFiles, name, after)
    for (const { parsed } of rows) files.push(unpackFile(parsed))
    after = rows.at(-1)?.path ?? after
    if (rows.length < pageFiles) return { name, version, shape, files, packages, nativeModules }
  }
}

const nextSources = `SELECT path, source FROM quire.graph_parts
  WHERE repository = ? AND state = 'live' AND path > ? AND length(source) > 0 ORDER BY path LIMIT ${pageFiles}`

/** Loads the kept texts of a repository, in pages. */
export async function loadSources(sql: Sql, name: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (let after = ''; ; await breathe()) {
    const rows = await sql.all<{ path: string; source: Uint8Array }>(nextSources, name, after)
    for (const { path, source } of rows) texts.set(path, unpackText(source))
    after = rows.at(-1)?.path ?? after
    if (rows.length < pageFiles) return texts
  }
}

export async function loadParts(sql: Sql, name: string): Promise<GraphParts> {
  const nodes = await sql.all<NodeRow>(
    `SELECT ${nodeColumns} FROM ${liveNodes} AND p.repository = ? ORDER BY n.part, n.ordinal`,
    name,
  )
  const edges = await sql.all<EdgeRow>(
    `SELECT ${edgeColumns} FROM ${liveEdges} AND p.repository = ? ORDER BY e.part, e.ordinal`,
    name,
  )
  return toParts(nodes, edges)
}

const pageRows = 2_000
type Place = { part: number; ordinal: number }
const nextNodes = `SELECT ${nodeColumns}, n.part, n.ordinal FROM ${liveNodes} AND (n.part, n.ordinal) > (?, ?)
  AND (?::text[] IS NULL OR n.label = ANY(?::text[]))
  ORDER BY n.part, n.ordinal LIMIT ${pageRows}`
const nextEdges = `SELECT ${edgeColumns}, e.part, e.ordinal FROM ${liveEdges} AND (e.part, e.ordinal) > (?, ?)
  AND (?::text[] IS NULL OR e.type = ANY(?::text[]))
  ORDER BY e.part, e.ordinal LIMIT ${pageRows}`

/** A consistent view of the whole graph. */
export async function graphSnapshot(
  snapshot: Awaited<ReturnType<Database['snapshot']>>,
): Promise<GraphSnapshot> {
  const { sql, close } = snapshot
  return {
    version: await readVersion(sql),
    nodes: (labels = null) => inPages(sql, { next: nextNodes, wanted: labels }, toNode),
    edges: (types = null) => inPages(sql, { next: nextEdges, wanted: types }, toSnapshotEdge),
    close,
  }
}

async function* inPages<Row, T>(
  sql: Sql,
  { next, wanted }: { next: string; wanted: readonly string[] | null },
  read: (row: Row) => T,
): AsyncGenerator<T[]> {
  let after: Place = { part: 0, ordinal: 0 }
  for (;;) {
    const rows = await sql.all<Row & Place>(next, after.part, after.ordinal, wanted, wanted)
    if (rows.length > 0) yield rows.map(read)
    after = rows.at(-1) ?? after
    if (rows.length < pageRows) return
  }
}
