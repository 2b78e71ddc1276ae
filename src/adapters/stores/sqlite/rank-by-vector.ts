import type { DenseQuery, RankScope } from '../../../core/ports/store.ts'
import type { ComparedChunk, ComparedKey } from '../common/join-legs.ts'
import { mergeRankings, withTies } from '../common/merge-rankings.ts'
import { cosine, fromBlob, measureVector } from '../common/vector-codec.ts'
import { type CollectionRow, findCollections } from './collections.ts'
import type { Database } from './database.ts'
import { nameRanked } from './rankings.ts'
import { type CopyPlace, scanCopy } from './scan-copy.ts'
import type { Scope, ScopeKeys } from './scope-keys.ts'
import type { VectorArena } from './vector-arena.ts'

/** The copies of vectors as seen by one thread, inside a read transaction. */
export type CopyPlaces = {
  readonly arena: VectorArena
  /** The location of a copy that has exactly the current state of the collection. */
  place(collection: CollectionRow): CopyPlace
  /** Called after the place was read: throws when it has changed since. */
  confirm(collection: CollectionRow): void
}

type Tools = { database: Database; scopeKeys: ScopeKeys; copies: CopyPlaces }

/** Number of candidates for exact scoring (decision 027 has the recall). */
const candidates = (limit: number) => limit + 64

const readVectors = `SELECT chunk_key AS key, vector FROM vectors
  WHERE chunk_key IN (SELECT value FROM json_each(?))`

export type VectorQuery = Pick<RankScope, 'filter'> & { limit: number; dense: DenseQuery }

/** Inside a read transaction. Ranks by cosine: int8 estimates select candidates, which are scored exactly. */
export function rankByVector(tools: Tools, query: VectorQuery): ComparedChunk[] {
  return mergeRankings(
    findCollections(tools.database, query.dense.collections).map(collection =>
      rankCollection(tools, collection, query),
    ),
    query.limit,
  )
}

function rankCollection(tools: Tools, collection: CollectionRow, query: VectorQuery): ComparedChunk[] {
  const { database, scopeKeys } = tools
  const { vector } = query.dense
  measureVector(vector, { ...collection, collection: collection.name })
  const scope = scopeKeys.resolve(collection, query.filter)
  const nearest = findNearest(tools.copies, collection, { query, scope })
  const compared = compareVectors(database, nearest, vector).sort((a, b) => b.score - a.score)
  return nameRanked(database, withTies(compared, query.limit))
}

/**
 * Inside a read transaction. The vectors of these chunks and their cosines; chunks without one are left out. All vectors
 * are in one buffer, because another thread may have to copy them.
 */
export function compareVectors(
  database: Database,
  keys: readonly number[],
  vector: Float32Array,
): ComparedKey[] {
  const compared: ComparedKey[] = []
  const { length } = vector
  const vectors = new Float32Array(keys.length * length)
  for (const row of database.all<{ key: number; vector: Uint8Array }>(readVectors, JSON.stringify(keys))) {
    const stored = fromBlob(row.vector)
    if (stored.length !== length) continue
    const kept = vectors.subarray(compared.length * length, (compared.length + 1) * length)
    kept.set(stored)
    compared.push({ key: row.key, score: cosine(vector, kept), vector: kept })
  }
  return compared
}

/** Few chunks are scored without estimates, and a filter that matches everything is ignored. */
function findNearest(
  copies: CopyPlaces,
  collection: CollectionRow,
  { query, scope }: { query: VectorQuery; scope: Scope | null },
): readonly number[] {
  const wanted = candidates(query.limit)
  if (scope && scope.keys.length <= wanted) return scope.keys
  const place = copies.place(collection)
  const allowed = scope?.keys.length === place.size ? null : scope
  const nearest = scanCopy(copies.arena, place, { query: query.dense.vector, allowed, wanted })
  copies.confirm(collection)
  return nearest
}
