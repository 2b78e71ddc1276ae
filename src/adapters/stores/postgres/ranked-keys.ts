import type { ChunkName, ScoredKey } from '../common/merge-rankings.ts'
import type { Sql } from './database.ts'
import type { HeldCollection } from './held-collection.ts'

/** Keys of chunks are counted per collection; in a ranking over several, both make one number. */
const keysPerCollection = 2 ** 32
export const joinKey = (collection: number, chunk: number) => collection * keysPerCollection + chunk
export const splitKeys = (keys: readonly number[]) =>
  [keys.map(key => Math.floor(key / keysPerCollection)), keys.map(key => key % keysPerCollection)] as const

const findNames = `SELECT chunks.key, chunks.id AS "chunkId", documents.id AS "documentId", language
  FROM quire.chunks JOIN quire.documents ON documents.collection = chunks.collection AND documents.key = chunks.document
  WHERE chunks.collection = ? AND chunks.key = ANY(?::bigint[])`

/** Adds to the chunks of one collection what identifies the chunk and its document. `held` knows most of them. */
export async function nameRanked<Row extends ScoredKey>(
  sql: Sql,
  { collection, held }: { collection: number; held: HeldCollection | null },
  scored: readonly Row[],
): Promise<(Row & ChunkName)[]> {
  const names = new Map<number, Omit<ChunkName, 'key'>>()
  const unknown: number[] = []
  for (const { key } of scored) {
    const name = held?.names.find(key) ?? null
    if (name === null) unknown.push(key)
    else names.set(key, name)
  }
  if (unknown.length > 0)
    for (const { key, ...name } of await sql.all<ChunkName>(findNames, collection, unknown))
      names.set(key, name)
  return scored.flatMap(row => {
    const name = names.get(row.key)
    return name === undefined ? [] : [{ ...row, ...name, key: joinKey(collection, row.key) }]
  })
}
