import { setImmediate as breathe } from 'node:timers/promises'
import type { Database } from '../../../adapters/stores/sqlite/door.ts'
import type { RepositoryRecord } from '../ports/graph-store.ts'
import {
  batchParts,
  changedMeanwhile,
  countLabels,
  type Part,
  type Stage,
  type StagedChange,
  sumParts,
} from './graph-parts.ts'
import { readRecord, readVersion } from './graph-reads.ts'
import { fullNameOf, idToBytes, packFile, packText } from './graph-rows.ts'

const insertPartRow = `INSERT INTO graph_parts (repository, path, hash, parsed, source, counts, edges, state, stage, staged_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, 'staged', ?, ?)`
const insertNode = `INSERT INTO graph_nodes (part_key, ordinal, id, label, name, full_name, properties)
  VALUES (?, ?, ?, ?, ?, ?, ?)`
const insertEdge = `INSERT INTO graph_edges (part_key, ordinal, type, from_id, to_id, file, properties)
  VALUES (?, ?, ?, ?, ?, ?, ?)`
const putRepository = `INSERT INTO graph_repositories (name, version, facts, counts, edges) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (name) DO UPDATE SET version = excluded.version, facts = excluded.facts, counts = excluded.counts,
  edges = excluded.edges`

/** Writes the parts of a change in batches, as `staged`: readers do not see them. */
export async function stageParts(
  database: Database,
  { change, stage }: StagedChange,
  signal: AbortSignal,
): Promise<void> {
  for (const batch of batchParts(change, signal)) {
    await database.write(() => {
      for (const part of batch) insertPart(database, part, { repository: change.repository.name, stage })
    }, signal)
    await breathe()
  }
}

function insertPart(
  database: Database,
  part: Part,
  { repository, stage }: { repository: string; stage: Stage },
): void {
  const { file, nodes, edges, text } = part
  const { key } = database.run(
    insertPartRow,
    repository,
    file?.path ?? null,
    file?.hash ?? null,
    file && packFile(file),
    text === null ? null : packText(text),
    JSON.stringify(countLabels(nodes)),
    edges.length,
    stage.id,
    stage.at,
  )
  for (const [at, node] of nodes.entries()) {
    const { id, label, properties } = node
    const names = [String(properties.name), fullNameOf(node)] as const
    database.run(insertNode, key, at, idToBytes(id), label, ...names, JSON.stringify(properties))
  }
  for (const [at, { type, from, to, file: path, properties }] of edges.entries()) {
    const ends = [idToBytes(from), idToBytes(to)] as const
    database.run(insertEdge, key, at, type, ...ends, file ? null : path, JSON.stringify(properties))
  }
}

/** Makes the staged parts live and drops those that they replace. Runs inside a transaction. */
export function swapIn(database: Database, { change, stage }: StagedChange): RepositoryRecord {
  const { repository, basedOn, keep } = change
  const { name } = repository
  if ((readRecord(database, name)?.version ?? null) !== basedOn) throw changedMeanwhile(name)
  const kept = new Set(keep)
  const live = database.all<{ key: number; path: string | null }>(
    "SELECT key, path FROM graph_parts WHERE repository = ? AND state = 'live'",
    name,
  )
  for (const { key, path } of live)
    if (path === null || !kept.has(path))
      database.run("UPDATE graph_parts SET state = 'dropped' WHERE key = ?", key)
  database.run("UPDATE graph_parts SET state = 'live', stage = NULL WHERE stage = ?", stage.id)
  const version = nextVersion(database)
  const { counts, edges } = sumParts(
    database.all("SELECT counts, edges FROM graph_parts WHERE repository = ? AND state = 'live'", name),
  )
  database.run(putRepository, name, version, JSON.stringify(repository), JSON.stringify(counts), edges)
  return { ...repository, version, counts, edges }
}

/** Runs inside a transaction. */
export function dropRepository(database: Database, name: string): boolean {
  if (database.run('DELETE FROM graph_repositories WHERE name = ?', name).changes === 0) return false
  database.run("UPDATE graph_parts SET state = 'dropped' WHERE repository = ? AND state = 'live'", name)
  nextVersion(database)
  return true
}

/** Deletes dropped parts, the parts of `stage`, and parts that were staged before `before`: their process has ended. */
export async function sweep(database: Database, { before, stage }: { before: string; stage: string | null }) {
  const find = `SELECT key FROM graph_parts WHERE state = 'dropped'
    OR (state = 'staged' AND (staged_at < ? OR stage = ?)) LIMIT 10`
  for (let isDone = false; !isDone; await breathe())
    isDone = await database.write(() => {
      const idle = database.all<{ key: number }>(find, before, stage)
      for (const { key } of idle) {
        database.run('DELETE FROM graph_nodes WHERE part_key = ?', key)
        database.run('DELETE FROM graph_edges WHERE part_key = ?', key)
        database.run('DELETE FROM graph_parts WHERE key = ?', key)
      }
      return idle.length === 0
    })
}

function nextVersion(database: Database): number {
  database.run('UPDATE graph_state SET version = version + 1')
  return readVersion(database)
}
