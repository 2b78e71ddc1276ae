import { throwIfAborted } from '../../../model/failure.ts'
import type { Ranked } from '../../../model/hit.ts'
import type { DenseQuery } from '../../../ports/store.ts'
import { type CollectionRow, findCollections } from './collections.ts'
import type { Database } from './database.ts'
import type { DenseCopies } from './dense-copies.ts'
import { mergeRankings } from './rankings.ts'
import type { ScopeKeys } from './scope-keys.ts'
import { cosine, fromBlob, measureVector } from './vector-codec.ts'

type Tools = { database: Database; scopeKeys: ScopeKeys; copies: DenseCopies }

/** Candidates for exact scoring: the int8 estimate is off by less than these reach. */
const candidates = (limit: number) => Math.max(200, Math.min(2 * limit, limit + 1_000))

const readVectors = `SELECT chunks.id, vector FROM vectors CROSS JOIN chunks ON chunks.key = chunk_key
  WHERE chunk_key IN (SELECT value FROM json_each(?))`

export async function rankDensely(tools: Tools, query: DenseQuery, signal: AbortSignal): Promise<Ranked[]> {
  if (query.limit <= 0) return []
  for (const name of new Set(query.collections)) {
    await tools.copies.catchUp(name)
    throwIfAborted(signal)
  }
  const { database } = tools
  return database.read(() =>
    mergeRankings(
      findCollections(database, query.collections).map(collection =>
        rankCollection(tools, collection, query),
      ),
      query.limit,
    ),
  )
}

function rankCollection(
  { database, scopeKeys, copies }: Tools,
  collection: CollectionRow,
  query: DenseQuery,
): Ranked[] {
  measureVector(query.vector, { ...collection, collection: collection.name })
  const keys = scopeKeys.resolve(collection, query)
  const wanted = candidates(query.limit)
  const nearest =
    keys && keys.length <= wanted ? keys : copies.current(collection).nearest(query.vector, keys, wanted)
  return database
    .all<{ id: string; vector: Uint8Array }>(readVectors, JSON.stringify(nearest))
    .map(row => ({ chunkId: row.id, score: cosine(query.vector, fromBlob(row.vector)) }))
}
