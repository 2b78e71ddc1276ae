import type { Sql } from './database.ts'

/**
 * The list of changes for an index of vectors outside the database. It is kept while `dense_feed` has a row; a change names
 * chunks, and the index gets what they are when the change is fed. `end_chunk` is null when the collection is gone. `home`
 * names the database: a copy of it must not feed the same index.
 */
export const outboxSchema = `
CREATE TABLE quire.dense_feed (
  is_single boolean PRIMARY KEY DEFAULT true CHECK (is_single),
  id text NOT NULL,
  home text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE quire.dense_outbox (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  collection bigint NOT NULL,
  dimensions integer NOT NULL,
  first_chunk bigint NOT NULL,
  end_chunk bigint,
  noted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX dense_outbox_collection ON quire.dense_outbox (collection, key);
`

/** How many keys of chunks one change names at most: what is sent at once, without blocking other work for long. */
export const keysPerChange = 256

/** Keys of chunks from the first to the one before the second. */
export type KeyRange = readonly [first: number, end: number]

const insert = `INSERT INTO quire.dense_outbox (collection, dimensions, first_chunk, end_chunk)
  SELECT collections.key, dimensions, start_at, least(start_at + ${keysPerChange}, end_at)
  FROM quire.collections, unnest(?::bigint[], ?::bigint[]) AS ranges (first_at, end_at),
    generate_series(first_at, end_at - 1, ${keysPerChange}) AS start_at
  WHERE collections.key = ? AND EXISTS (SELECT FROM quire.dense_feed) ORDER BY start_at`
const insertRemoved = `INSERT INTO quire.dense_outbox (collection, dimensions, first_chunk, end_chunk)
  SELECT key, dimensions, 0, NULL FROM quire.collections WHERE key = ? AND EXISTS (SELECT FROM quire.dense_feed)`

/** In the transaction that changes what these chunks are filtered by, under the lock of the collection. */
export async function noteChanges(sql: Sql, collection: number, ranges: readonly KeyRange[]): Promise<void> {
  if (ranges.length === 0) return
  const firsts = ranges.map(([first]) => first)
  const ends = ranges.map(([, end]) => end)
  await sql.run(insert, firsts, ends, collection)
}

/** In the transaction that deletes a collection, before it does. */
export async function noteRemovedCollection(sql: Sql, collection: number): Promise<void> {
  await sql.run(insertRemoved, collection)
}

/** Keys as ranges without gaps. */
export function rangesOf(keys: readonly number[]): KeyRange[] {
  const ranges: [number, number][] = []
  for (const key of keys.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1)
    if (last !== undefined && key <= last[1]) last[1] = Math.max(last[1], key + 1)
    else ranges.push([key, key + 1])
  }
  return ranges
}

/**
 * Inside a write transaction: begins a feed with a new id, in the place of the one with the id `former` (null: when there is
 * none). All vectors become changes. Returns the id of the feed that there is now. Writers wait until the transaction ends,
 * so that none of them writes without noting it.
 */
export async function beginFeed(sql: Sql, former: string | null, id: string): Promise<string> {
  await sql.run('LOCK TABLE quire.collections IN EXCLUSIVE MODE')
  const known = await readFeed(sql)
  if (known !== former && known !== null) return known
  await sql.run('DELETE FROM quire.dense_outbox')
  await sql.run('DELETE FROM quire.dense_feed')
  await sql.run(`INSERT INTO quire.dense_feed (id, home) VALUES (?, (${thisHome}))`, id)
  await sql.run(`INSERT INTO quire.dense_outbox (collection, dimensions, first_chunk, end_chunk)
    SELECT key, dimensions, start_at, least(start_at + ${keysPerChange}, next_chunk)
    FROM quire.collections, generate_series(1, next_chunk - 1, ${keysPerChange}) AS start_at ORDER BY key, start_at`)
  return id
}

/** Inside a write transaction: nothing is noted any more. Returns the id of the feed that there was. */
export async function endFeed(sql: Sql): Promise<string | null> {
  await sql.run('LOCK TABLE quire.collections IN EXCLUSIVE MODE')
  const known = await readFeed(sql)
  await sql.run('DELETE FROM quire.dense_outbox')
  await sql.run('DELETE FROM quire.dense_feed')
  return known
}

const thisHome = `SELECT system_identifier || '.' || oid FROM pg_control_system(), pg_database
  WHERE datname = current_database()`

/** The id of the feed; null when there is none, or that of the database that this one is a copy of. */
export async function readFeed(sql: Sql): Promise<string | null> {
  return (
    (await sql.get<{ id: string }>(`SELECT id FROM quire.dense_feed WHERE home = (${thisHome})`))?.id ?? null
  )
}

const countUnfed = `SELECT name, CASE WHEN EXISTS (SELECT FROM quire.dense_feed WHERE home = (${thisHome}))
    THEN least(chunks, coalesce((SELECT sum(end_chunk - first_chunk) FROM quire.dense_outbox
      WHERE collection = collections.key), 0)) ELSE chunks END::float8 AS unfed
  FROM quire.collections WHERE name = ANY(?::text[])`

/** How many chunks of each collection wait to be fed: all, before a feed has begun. */
export async function countWaiting(sql: Sql, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.all<{ name: string; unfed: number }>(countUnfed, names)
  return new Map(rows.map(({ name, unfed }) => [name, unfed]))
}

export type OutboxState = { changes: number; chunks: number; seconds: number }

/** How much waits to be fed, and for how long the first of it. Everything does, as one change, before a feed has begun. */
export async function measureOutbox(sql: Sql): Promise<OutboxState> {
  if ((await readFeed(sql)) === null) {
    const all = await sql.get<{ n: number }>(
      'SELECT coalesce(sum(chunks), 0)::float8 AS n FROM quire.collections',
    )
    return { changes: 1, chunks: all?.n ?? 0, seconds: 0 }
  }
  const row = await sql.get<OutboxState>(`SELECT count(*)::int AS changes,
    coalesce(sum(end_chunk - first_chunk), 0)::float8 AS chunks,
    coalesce(extract(epoch FROM now() - min(noted_at)), 0)::float8 AS seconds FROM quire.dense_outbox`)
  return row ?? { changes: 0, chunks: 0, seconds: 0 }
}
