import type { Sql } from './database.ts'
import type { KeyRange } from './outbox.ts'

/**
 * What each write changed, by the version of the collection that it made: a process that holds a part of a collection in
 * memory reads only what has changed since. Every version has a row; where one is missing, what is held is read again.
 */
export const changeLogSchema = `
CREATE TABLE quire.chunk_changes (
  collection bigint NOT NULL,
  version bigint NOT NULL,
  kind text COLLATE "C" NOT NULL,
  first_chunk bigint NOT NULL,
  end_chunk bigint NOT NULL
);
CREATE INDEX chunk_changes_version ON quire.chunk_changes (collection, version);
`

/** `vectors`: chunks that were stored before got theirs. `renamed`: ids of documents changed. */
export type ChangeKind = 'added' | 'removed' | 'vectors' | 'renamed' | 'other'

/** What a write adds to the counts of a collection. */
export type CountChange = {
  nextDocument?: number
  nextChunk?: number
  documents?: number
  chunks?: number
  terms?: number
}

const bump = `WITH bumped AS (
    UPDATE quire.collections SET version = version + 1, next_document = next_document + ?, next_chunk = next_chunk + ?,
      documents = documents + ?, chunks = chunks + ?, terms = terms + ? WHERE key = ? RETURNING key, version
  ), noted AS (
    INSERT INTO quire.chunk_changes (collection, version, kind, first_chunk, end_chunk)
    SELECT key, version, ?, ranges.first_chunk, ranges.end_chunk
    FROM bumped, unnest(?::bigint[], ?::bigint[]) AS ranges (first_chunk, end_chunk)
  ) SELECT version FROM bumped`
const forget = 'DELETE FROM quire.chunk_changes WHERE collection = ? AND version <= ?'

/** A process that is further behind reads everything again. */
const rememberedVersions = 8_192
const forgetEvery = 512

/** Under the lock of the collection: counts a write, and notes what it changed. Cached answers are no longer valid. */
export async function nextVersion(
  sql: Sql,
  collection: number,
  change: { kind: ChangeKind; ranges?: readonly KeyRange[]; counts?: CountChange },
): Promise<void> {
  const { nextDocument = 0, nextChunk = 0, documents = 0, chunks = 0, terms = 0 } = change.counts ?? {}
  const ranges = change.ranges?.length ? change.ranges : [[0, 0] as const]
  const row = await sql.get<{ version: number }>(
    bump,
    ...[nextDocument, nextChunk, documents, chunks, terms, collection, change.kind],
    ranges.map(([first]) => first),
    ranges.map(([, end]) => end),
  )
  if (row !== undefined && row.version % forgetEvery === 0)
    await sql.run(forget, collection, row.version - rememberedVersions)
}

/** In the transaction that deletes a collection. */
export async function forgetChanges(sql: Sql, collection: number): Promise<void> {
  await sql.run('DELETE FROM quire.chunk_changes WHERE collection = ?', collection)
}

export type Changes = Record<'added' | 'removed' | 'vectors', KeyRange[]>

const list = `SELECT version, kind, first_chunk AS first, end_chunk AS end FROM quire.chunk_changes
  WHERE collection = ? AND version > ? AND version <= ? ORDER BY version`

/** Inside a read transaction: what changed after one version and up to another; null when not all of it is known. */
export async function readChanges(
  sql: Sql,
  collection: number,
  { after, until }: { after: number; until: number },
): Promise<Changes | null> {
  if (until - after > rememberedVersions) return null
  type Row = { version: number; kind: ChangeKind; first: number; end: number }
  const rows = await sql.all<Row>(list, collection, after, until)
  const isKnown = new Set(rows.map(({ version }) => version)).size === until - after
  if (!isKnown || rows.some(({ kind }) => kind === 'renamed')) return null
  const changes: Changes = { added: [], removed: [], vectors: [] }
  for (const { kind, first, end } of rows)
    if ((kind === 'added' || kind === 'removed' || kind === 'vectors') && first < end)
      changes[kind].push([first, end])
  return changes
}
