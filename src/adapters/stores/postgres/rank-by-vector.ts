import type { Filter } from '../../../core/model/filter.ts'
import type { DenseQuery, RankScope } from '../../../core/ports/store.ts'
import type { ComparedChunk, ComparedKey } from '../common/join-legs.ts'
import { mergeRankings, withTies } from '../common/merge-rankings.ts'
import { scanCopy } from '../common/scan-copy.ts'
import { cosine, measureVector } from '../common/vector-codec.ts'
import { readVector, vectorBytes } from './binary-values.ts'
import { checkProposed, type Proposals } from './check-proposed.ts'
import type { CollectionRow } from './collections.ts'
import type { Sql } from './database.ts'
import { type DenseIndexes, planDense, walkIndex } from './dense-index.ts'
import type { HeldCollection } from './held-collection.ts'
import type { HeldCollections, HeldOfSearch } from './held-collections.ts'
import { nameRanked } from './ranked-keys.ts'
import { type ResolvedFilter, selectChunks } from './scope-keys.ts'

/** The server computes with float32; so many more are scored here again, from the same vectors. */
const candidates = (limit: number) => limit + 64

export type VectorQuery = Pick<RankScope, 'filter'> & {
  limit: number
  dense: DenseQuery
  indexes: Pick<DenseIndexes, 'has'>
  /** What an index outside the database has found. */
  proposals: Proposals
  arena: HeldCollections['arena']
  hold: HeldOfSearch
  resolve: ResolvedFilter
}

/**
 * Inside a read transaction. Ranks the chunks of these collections by cosine; exactly, unless a large collection is asked
 * for without a filter, or with one that much of it matches: then what this process holds, an index of the database, or
 * one outside of it finds candidates.
 */
export async function rankByVector(
  sql: Sql,
  collections: readonly CollectionRow[],
  query: VectorQuery,
): Promise<ComparedChunk[]> {
  const names = new Set(query.dense.collections)
  const rankings: ComparedChunk[][] = []
  for (const collection of collections.filter(({ name }) => names.has(name))) {
    measureVector(query.dense.vector, { ...collection, collection: collection.name })
    if (query.limit <= 0) continue
    const { held, nearest } = await findNearest(sql, collection, query)
    nearest.sort((a, b) => b.score - a.score)
    const best = withTies(nearest, query.limit)
    rankings.push(await nameRanked(sql, { collection: collection.key, held }, best))
  }
  return mergeRankings(rankings, query.limit)
}

type Nearest = { held: HeldCollection | null; nearest: ComparedKey[] }

async function findNearest(sql: Sql, collection: CollectionRow, query: VectorQuery): Promise<Nearest> {
  const { dense } = query
  const proposed = query.proposals.get(collection.key)
  const found = await checkProposed(sql, collection, { ...query, proposed })
  if (found !== null) return { held: null, nearest: found }
  const held = await findHeld(sql, collection, query)
  if (held !== null) return held
  const rows = (await findByIndex(sql, collection, query)) ?? (await compareAll(sql, collection, query))
  return { held: null, nearest: rows.map(row => compareRow(row, dense)) }
}

function compareRow(row: VectorRow, { vector: question }: DenseQuery): ComparedKey {
  const vector = readVector(row.vector)
  return { key: row.chunk, score: cosine(question, vector), vector }
}

/** Of a large collection, only this many of the best are read from the database; the others keep their estimates. */
const scoredExactly = 64
const readExactly = `SELECT chunk, vector_send(vector) AS vector FROM quire.vectors
  WHERE collection = ? AND chunk = ANY(?::bigint[])`

/** Null when the database must be asked: nothing is held, or few chunks match, which are compared at once. */
async function findHeld(
  sql: Sql,
  collection: CollectionRow,
  { dense, limit, arena, hold, resolve }: VectorQuery,
): Promise<Nearest | null> {
  const keys = await resolve(collection)
  const wanted = candidates(limit)
  if (keys !== null && keys.size <= wanted) return null
  const held = await hold(collection)
  if (held === null || held.dense === null || held.version !== collection.version) return null
  const place = held.dense.place()
  const allowed = keys && { keys: { length: keys.size }, has: (key: number) => keys.has(key) }
  const found = scanCopy(arena(), place, { query: dense.vector, allowed, wanted })
  found.sort((a, b) => b.score - a.score)
  const exactly = place.mean === null ? found.length : scoredExactly
  const others = found.slice(exactly)
  const directions = held.dense.readDirections(others.map(({ key }) => key))
  const estimated = others.flatMap(({ key, score }) => {
    const vector = directions.get(key)
    return vector ? [{ key, score, vector }] : []
  })
  const best = found.slice(0, exactly).map(({ key }) => key)
  const rows = await sql.all<VectorRow>(readExactly, collection.key, best)
  return { held, nearest: [...rows.map(row => compareRow(row, dense)), ...estimated] }
}

type VectorRow = { chunk: number; vector: Buffer }

/** Null when all that match must be compared. */
async function findByIndex(
  sql: Sql,
  collection: CollectionRow,
  { dense, limit, indexes, resolve }: VectorQuery,
): Promise<VectorRow[] | null> {
  if (!(await indexes.has(sql, collection))) return null
  const allowed = await resolve(collection)
  const share = allowed === null ? 1 : allowed.size / collection.chunks
  const wanted = candidates(limit)
  const plan = planDense({ wanted, share, chunks: collection.chunks })
  if (plan.by === 'comparing') return null
  const rows = await walkIndex(sql, collection, {
    vector: dense.vector,
    candidates: plan.candidates,
    wanted: allowed === null ? wanted : plan.candidates,
  })
  const matching = allowed === null ? rows : rows.filter(({ chunk }) => allowed.has(chunk))
  return matching.length < Math.min(limit, allowed?.size ?? collection.chunks) ? null : matching
}

function compareAll(
  sql: Sql,
  collection: CollectionRow,
  { dense, filter, limit }: VectorQuery,
): Promise<VectorRow[]> {
  const { scope, values } = scopeOf(collection, filter)
  return sql.all<VectorRow>(
    `${scope.with} SELECT chunk, vector_send(vector) AS vector FROM quire.vectors
      WHERE collection = ? ${scope.where} ORDER BY vector <=> ?::vector FETCH FIRST ? ROWS WITH TIES`,
    ...values,
    collection.key,
    vectorBytes(dense.vector),
    candidates(limit),
  )
}

/** The filter is applied first, so no matching chunk is missed. */
function scopeOf(collection: CollectionRow, filter: Filter) {
  if (filter.length === 0) return { scope: { with: '', where: '' }, values: [] }
  const { sql, values } = selectChunks(collection, filter)
  return {
    scope: { with: `WITH chosen AS MATERIALIZED (${sql})`, where: 'AND chunk IN (SELECT key FROM chosen)' },
    values,
  }
}
