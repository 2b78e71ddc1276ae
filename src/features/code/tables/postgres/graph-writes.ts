import { setImmediate as breathe } from 'node:timers/promises'
import { byteArrays, type Database, type Sql } from '../../../../adapters/stores/postgres/door.ts'
import type { RepositoryRecord } from '../../ports/graph-store.ts'
import {
  batchParts,
  changedMeanwhile,
  countLabels,
  type Part,
  type StagedChange,
  sumParts,
} from '../graph-parts.ts'
import { fullNameOf, idToBytes, packFile, packText } from '../graph-rows.ts'
import { readRecord } from './graph-reads.ts'

const takeKeys = "SELECT nextval('quire.graph_part_keys') AS key FROM generate_series(1, ?)"
const insertParts = `INSERT INTO quire.graph_parts
  (repository, state, stage, staged_at, key, path, hash, parsed, source, counts, edges)
  SELECT ?, 'staged', ?, ?, *
  FROM unnest(?::bigint[], ?::text[], ?::text[], ?::bytea[], ?::bytea[], ?::text[], ?::bigint[])`
const insertNodes = `INSERT INTO quire.graph_nodes (part, ordinal, id, label, name, full_name, properties)
  SELECT * FROM unnest(?::bigint[], ?::int[], ?::bytea[], ?::text[], ?::text[], ?::text[], ?::text[])`
const insertEdges = `INSERT INTO quire.graph_edges (part, ordinal, type, from_id, to_id, file, properties)
  SELECT * FROM unnest(?::bigint[], ?::int[], ?::text[], ?::bytea[], ?::bytea[], ?::text[], ?::text[])`
const putRepository = `INSERT INTO quire.graph_repositories (name, version, facts, counts, edges) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (name) DO UPDATE SET version = excluded.version, facts = excluded.facts, counts = excluded.counts,
  edges = excluded.edges`
const findIdle = `SELECT key FROM quire.graph_parts WHERE state = 'dropped'
  OR (state = 'staged' AND (staged_at < ? OR stage = ?)) LIMIT 100 FOR UPDATE SKIP LOCKED`

/** Writes the parts of a change in batches, as `staged`: readers do not see them. */
export async function stageParts(
  database: Database,
  staged: StagedChange,
  signal: AbortSignal,
): Promise<void> {
  for (const batch of batchParts(staged.change, signal)) {
    await database.write(sql => insertBatch(sql, batch, staged), signal)
    await breathe()
  }
}

async function insertBatch(sql: Sql, parts: readonly Part[], { change, stage }: StagedChange): Promise<void> {
  const keys = (await sql.all<{ key: number }>(takeKeys, parts.length)).map(({ key }) => key)
  await sql.run(
    insertParts,
    ...[change.repository.name, stage.id, stage.at],
    keys,
    parts.map(({ file }) => file?.path ?? null),
    parts.map(({ file }) => file?.hash ?? null),
    byteArrays(parts.map(({ file }) => (file === null ? Buffer.alloc(0) : packFile(file)))),
    byteArrays(parts.map(({ text }) => (text === null ? Buffer.alloc(0) : packText(text)))),
    parts.map(({ nodes }) => JSON.stringify(countLabels(nodes))),
    parts.map(({ edges }) => edges.length),
  )
  const nodes = parts.flatMap((part, at) =>
    part.nodes.map((node, ordinal) => ({ node, part: keys[at] ?? 0, ordinal })),
  )
  await sql.run(
    insertNodes,
    nodes.map(({ part }) => part),
    nodes.map(({ ordinal }) => ordinal),
    byteArrays(nodes.map(({ node }) => idToBytes(node.id))),
    nodes.map(({ node }) => node.label),
    nodes.map(({ node }) => String(node.properties.name)),
    nodes.map(({ node }) => fullNameOf(node)),
    nodes.map(({ node }) => JSON.stringify(node.properties)),
  )
  const edges = parts.flatMap((part, at) =>
    part.edges.map((edge, ordinal) => ({ edge, part: keys[at] ?? 0, ordinal, hasFile: part.file !== null })),
  )
  await sql.run(
    insertEdges,
    edges.map(({ part }) => part),
    edges.map(({ ordinal }) => ordinal),
    edges.map(({ edge }) => edge.type),
    byteArrays(edges.map(({ edge }) => idToBytes(edge.from))),
    byteArrays(edges.map(({ edge }) => idToBytes(edge.to))),
    edges.map(({ edge, hasFile }) => (hasFile ? null : edge.file)),
    edges.map(({ edge }) => JSON.stringify(edge.properties)),
  )
}

/** Makes the staged parts live and drops those that they replace. Runs inside a transaction. */
export async function swapIn(sql: Sql, { change, stage }: StagedChange): Promise<RepositoryRecord> {
  const { repository, basedOn, keep } = change
  const { name } = repository
  const version = await nextVersion(sql)
  if (((await readRecord(sql, name))?.version ?? null) !== basedOn) throw changedMeanwhile(name)
  await sql.run(
    `UPDATE quire.graph_parts SET state = 'dropped'
      WHERE repository = ? AND state = 'live' AND (path IS NULL OR path <> ALL(?::text[]))`,
    name,
    keep,
  )
  await sql.run("UPDATE quire.graph_parts SET state = 'live', stage = NULL WHERE stage = ?", stage.id)
  const { counts, edges } = sumParts(
    await sql.all(
      "SELECT counts, edges FROM quire.graph_parts WHERE repository = ? AND state = 'live'",
      name,
    ),
  )
  await sql.run(putRepository, name, version, JSON.stringify(repository), JSON.stringify(counts), edges)
  return { ...repository, version, counts, edges }
}

/** Runs inside a transaction. */
export async function dropRepository(sql: Sql, name: string): Promise<boolean> {
  if ((await sql.run('DELETE FROM quire.graph_repositories WHERE name = ?', name)) === 0) return false
  await nextVersion(sql)
  await sql.run(
    "UPDATE quire.graph_parts SET state = 'dropped' WHERE repository = ? AND state = 'live'",
    name,
  )
  return true
}

/** Deletes dropped parts, the parts of `stage`, and parts that were staged before `before`: their process has ended. */
export async function sweep(
  database: Database,
  { before, stage }: { before: string; stage: string | null },
): Promise<void> {
  for (let isDone = false; !isDone; )
    isDone = await database.write(async sql => {
      const keys = (await sql.all<{ key: number }>(findIdle, before, stage)).map(({ key }) => key)
      for (const [table, column] of [
        ['graph_nodes', 'part'],
        ['graph_edges', 'part'],
        ['graph_parts', 'key'],
      ])
        await sql.run(`DELETE FROM quire.${table} WHERE ${column} = ANY(?::bigint[])`, keys)
      return keys.length === 0
    })
}

/** Those who change graphs wait for each other here until the end of the transaction. */
async function nextVersion(sql: Sql): Promise<number> {
  const row = await sql.get<{ version: number }>(
    'UPDATE quire.graph_state SET version = version + 1 RETURNING version',
  )
  return row?.version ?? 0
}
