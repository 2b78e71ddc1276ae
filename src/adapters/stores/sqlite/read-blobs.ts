import type { Database } from './database.ts'

/** The tables that have one blob for each chunk. */
const columns = { vectors: 'vector', chunk_tokens: 'bits' } as const

/**
 * The blobs of these chunks by key, where they are stored, in one piece of memory and in one row: a row and a piece of memory for
 * each take longer than reading it. SQLite puts bytes together as texts, which it neither checks nor changes.
 */
export function readBlobs(
  database: Database,
  table: keyof typeof columns,
  chunkKeys: readonly number[],
): { keys: number[]; lengths: number[]; bytes: Uint8Array } {
  const nothing = { keys: [], lengths: [], bytes: new Uint8Array() }
  if (chunkKeys.length === 0) return nothing
  const row = database.get<{ keys: string; lengths: string; bytes: Uint8Array | null }>(
    sqlFor[table],
    JSON.stringify(chunkKeys),
  )
  if (row === undefined || row.bytes === null) return nothing
  return { keys: JSON.parse(row.keys), lengths: JSON.parse(row.lengths), bytes: row.bytes }
}

const sqlFor = { vectors: concatenate('vectors'), chunk_tokens: concatenate('chunk_tokens') }

function concatenate(table: keyof typeof columns): string {
  const column = columns[table]
  return `SELECT json_group_array(chunk_key) AS keys, json_group_array(length(${column})) AS lengths,
    CAST(group_concat(${column}, '') AS BLOB) AS bytes
    FROM ${table} WHERE chunk_key IN (SELECT value FROM json_each(?))`
}
