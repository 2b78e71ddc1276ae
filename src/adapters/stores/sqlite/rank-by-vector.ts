import type { DenseQuery, RankScope } from '../../../core/ports/store.ts'
import { type ScoredKey, withTies } from '../common/merge-rankings.ts'
import { type CopyPlace, scanCopy } from '../common/scan-copy.ts'
import type { VectorArena } from '../common/vector-arena.ts'
import { cosine, fromBlob, measureVector } from '../common/vector-codec.ts'
import { type CollectionRow, findCollections } from './collections.ts'
import type { Database } from './database.ts'
import { type KeyRanking, packRankings } from './rankings.ts'
import { readBlobs } from './read-blobs.ts'
import type { Scope, ScopeKeys } from './scope-keys.ts'

/** The copies of vectors as seen by one thread, inside a read transaction. */
export type CopyPlaces = {
  readonly arena: VectorArena
  /** The location of a copy that has exactly the current state of the collection. */
  place(collection: CollectionRow): CopyPlace
  /** Called after the place was read: throws when it has changed since. */
  confirm(collection: CollectionRow): void
}

/** The vector is null where the cosine is an estimate. */
type EstimatedKey = ScoredKey & { vector: Float32Array | null }

/** A chunk key with its stored vector and the cosine between that and the question's. */
export type ExactKey = ScoredKey & { vector: Float32Array }

type Tools = { database: Database; scopeKeys: ScopeKeys; copies: CopyPlaces }

/** Number of candidates that the estimates select (decision 027 has the recall). */
const candidates = (limit: number) => limit + 64

/**
 * Of a large collection, only this many of the best are read from the database, where each takes 20 to 30 µs; the others
 * keep their estimates (decision 027).
 */
const scoredExactly = 64

export type VectorQuery = Pick<RankScope, 'filter'> & { limit: number; dense: DenseQuery }

/**
 * Inside a read transaction. Ranks by cosine: int8 estimates select candidates, which are scored exactly. Those of a large
 * collection that are not among its best keep their estimates and have no vector.
 */
export function rankByVector(tools: Tools, query: VectorQuery): KeyRanking[] {
  const lists = findCollections(tools.database, query.dense.collections).map(collection => ({
    collection,
    rows: rankCollection(tools, collection, query),
  }))
  return packRankings(lists, query.limit)
}

function rankCollection(tools: Tools, collection: CollectionRow, query: VectorQuery): EstimatedKey[] {
  const { database, scopeKeys } = tools
  const { vector } = query.dense
  measureVector(vector, { ...collection, collection: collection.name })
  const scope = scopeKeys.resolve(collection, query.filter)
  const { exactly, estimated } = findNearest(tools.copies, collection, { query, scope })
  const compared = [...compareVectors(database, exactly, vector), ...estimated]
  compared.sort((a, b) => b.score - a.score)
  return withTies(compared, query.limit)
}

/**
 * Inside a read transaction. The vectors of these chunks and their cosines; chunks without one are left out. All vectors
 * are in one buffer, because another thread may have to copy them.
 */
export function compareVectors(
  database: Database,
  keys: readonly number[],
  vector: Float32Array,
): ExactKey[] {
  const { keys: found, lengths, bytes } = readBlobs(database, 'vectors', keys)
  const compared: ExactKey[] = []
  let from = 0
  for (let index = 0; index < found.length; index++) {
    const until = from + (lengths[index] ?? 0)
    const stored = fromBlob(bytes.subarray(from, until))
    from = until
    if (stored.length === vector.length)
      compared.push({ key: found[index] ?? 0, score: cosine(vector, stored), vector: stored })
  }
  return compared
}

type Nearest = { exactly: readonly number[]; estimated: readonly EstimatedKey[] }

/** Few chunks are scored without estimates, and a filter that matches everything is ignored. */
function findNearest(
  copies: CopyPlaces,
  collection: CollectionRow,
  { query, scope }: { query: VectorQuery; scope: Scope | null },
): Nearest {
  const wanted = candidates(query.limit)
  if (scope && scope.keys.length <= wanted) return { exactly: scope.keys, estimated: [] }
  const place = copies.place(collection)
  const allowed = scope?.keys.length === place.size ? null : scope
  const nearest = scanCopy(copies.arena, place, { query: query.dense.vector, allowed, wanted })
  copies.confirm(collection)
  const exact = place.mean === null ? nearest.length : scoredExactly
  nearest.sort((a, b) => b.score - a.score)
  return {
    exactly: nearest.slice(0, exact).map(({ key }) => key),
    estimated: nearest.slice(exact).map(row => ({ ...row, vector: null })),
  }
}
