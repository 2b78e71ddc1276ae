import type { ChunkName, ScoredKey } from '../common/merge-rankings.ts'
import type { Sql } from './database.ts'

/** Keys of chunks are counted per collection; in a ranking over several, both make one number. */
const keysPerCollection = 2 ** 32
export const joinKey = (collection: number, chunk: number) => collection * keysPerCollection + chunk
export const splitKeys = (keys: readonly number[]) =>
  [keys.map(key => Math.floor(key / keysPerCollection)), keys.map(key => key % keysPerCollection)] as const

const findNames = `SELECT chunks.key, chunks.id AS "chunkId", documents.id AS "documentId", language
  FROM quire.chunks JOIN quire.documents ON documents.collection = chunks.collection AND documents.key = chunks.document
  WHERE chunks.collection = ? AND chunks.key = ANY(?::bigint[])`

/** Adds to the chunks of one collection what identifies the chunk and its document. */
export async function nameRanked<Row extends ScoredKey>(
  sql: Sql,
  collection: number,
  scored: readonly Row[],
): Promise<(Row & ChunkName)[]> {
  if (scored.length === 0) return []
  const rows = await sql.all<ChunkName>(
    findNames,
    collection,
    scored.map(({ key }) => key),
  )
  const names = new Map(rows.map(row => [row.key, row]))
  return scored.flatMap(row => {
    const name = names.get(row.key)
    return name === undefined ? [] : [{ ...row, ...name, key: joinKey(collection, row.key) }]
  })
}
