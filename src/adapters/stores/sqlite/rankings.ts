import type { ChunkName, ScoredKey } from '../common/merge-rankings.ts'
import type { Database } from './database.ts'

const findNames = `SELECT chunks.key, chunks.id AS chunkId, documents.id AS documentId, language
  FROM chunks JOIN documents ON documents.key = document_key
  WHERE chunks.key IN (SELECT value FROM json_each(?))`

/** Adds to chunk keys what identifies the chunk and its document. */
export function nameRanked<Row extends ScoredKey>(
  database: Database,
  scored: readonly Row[],
): (Row & ChunkName)[] {
  const keys = JSON.stringify(scored.map(({ key }) => key))
  const names = new Map<number, ChunkName>()
  for (const row of database.all<ChunkName>(findNames, keys)) names.set(row.key, row)
  const named: (Row & ChunkName)[] = []
  for (const row of scored) {
    const name = names.get(row.key)
    if (name !== undefined) named.push({ ...row, ...name })
  }
  return named
}
