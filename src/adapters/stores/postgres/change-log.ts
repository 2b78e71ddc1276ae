import type { Sql } from './database.ts'
import { type KeyRange, keysPerChange } from './outbox.ts'

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

/** The document that was removed, or whose metadata may have changed. */
export const documentChangesSchema = 'ALTER TABLE quire.chunk_changes ADD COLUMN document bigint'

/** `described`: metadata may have changed. `vectors`: chunks that were stored before got theirs. `renamed`: ids of documents changed. */
export type ChangeKind = 'added' | 'removed' | 'described' | 'vectors' | 'renamed' | 'other'

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
      documents = documents + ?, chunks = chunks + ?, terms = terms + ?, languages = coalesce(?, languages),
      languages_version = CASE WHEN ?::boolean OR languages_version = version THEN version + 1 ELSE languages_version END
      WHERE key = ? RETURNING key, version, dimensions
  ), noted AS (
    INSERT INTO quire.chunk_changes (collection, version, kind, document, first_chunk, end_chunk)
    SELECT key, version, ?, ?::bigint, ranges.first_chunk, ranges.end_chunk
    FROM bumped, unnest(?::bigint[], ?::bigint[]) AS ranges (first_chunk, end_chunk)
    RETURNING first_chunk, end_chunk
  ), fed AS (
    INSERT INTO quire.dense_outbox (collection, dimensions, first_chunk, end_chunk)
    SELECT key, dimensions, start_at, least(start_at + ${keysPerChange}, end_chunk)
    FROM bumped, noted, generate_series(first_chunk, end_chunk - 1, ${keysPerChange}) AS start_at
    WHERE EXISTS (SELECT FROM quire.dense_feed) ORDER BY start_at
  ) SELECT version FROM bumped`
const forget = 'DELETE FROM quire.chunk_changes WHERE collection = ? AND version <= ?'

/** A process that is further behind reads everything again. */
const rememberedVersions = 8_192
const forgetEvery = 512

/**
 * Under the lock of the collection: counts a write, and notes what it changed, also for an index of vectors outside the
 * database. Cached answers are no longer valid.
 */
export async function nextVersion(
  sql: Sql,
  collection: number,
  change: {
    kind: ChangeKind
    ranges?: readonly KeyRange[]
    document?: number
    counts?: CountChange
    /** As they are afterwards. */
    languages?: string
  },
): Promise<void> {
  const { nextDocument = 0, nextChunk = 0, documents = 0, chunks = 0, terms = 0 } = change.counts ?? {}
  const ranges = change.ranges?.length ? change.ranges : [[0, 0] as const]
  const row = await sql.get<{ version: number }>(
    bump,
    ...[nextDocument, nextChunk, documents, chunks, terms, change.languages ?? null],
    ...[change.languages !== undefined, collection, change.kind, change.document ?? null],
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

type Versions = { after: number; until: number }
type Change = { version: number; kind: ChangeKind; document: number | null; first: number; end: number }

const list = `SELECT version, kind, document, first_chunk AS first, end_chunk AS end FROM quire.chunk_changes
  WHERE collection = ? AND version > ? AND version <= ? ORDER BY version`

/** Null when not all of it is known. */
async function readLog(sql: Sql, collection: number, { after, until }: Versions): Promise<Change[] | null> {
  if (until - after > rememberedVersions) return null
  const rows = await sql.all<Change>(list, collection, after, until)
  const isKnown = new Set(rows.map(({ version }) => version)).size === until - after
  return !isKnown || rows.some(({ kind }) => kind === 'renamed') ? null : rows
}

/** Inside a read transaction: what changed after one version and up to another; null when not all of it is known. */
export async function readChanges(sql: Sql, collection: number, versions: Versions): Promise<Changes | null> {
  const rows = await readLog(sql, collection, versions)
  if (rows === null) return null
  const changes: Changes = { added: [], removed: [], vectors: [] }
  for (const { kind, first, end } of rows)
    if ((kind === 'added' || kind === 'removed' || kind === 'vectors') && first < end)
      changes[kind].push([first, end])
  return changes
}

/** The same for documents: those that were removed or described anew. Those that were added have later keys. */
export async function readChangedDocuments(
  sql: Sql,
  collection: number,
  versions: Versions,
): Promise<number[] | null> {
  const rows = await readLog(sql, collection, versions)
  if (rows === null) return null
  const changed = rows.filter(({ kind }) => kind === 'removed' || kind === 'described')
  const documents = changed.flatMap(({ document }) => document ?? [])
  return documents.length === changed.length ? [...new Set(documents)] : null
}
