import type { Filter } from '../../../core/model/filter.ts'
import type { DenseQuery, RankScope } from '../../../core/ports/store.ts'
import type { ComparedChunk, ComparedKey } from '../common/join-legs.ts'
import { mergeRankings, withTies } from '../common/merge-rankings.ts'
import { cosine, measureVector } from '../common/vector-codec.ts'
import { readVector, vectorBytes } from './binary-values.ts'
import { checkProposed, type Proposals } from './check-proposed.ts'
import type { CollectionRow } from './collections.ts'
import type { Sql } from './database.ts'
import { type DenseIndexes, planDense, walkIndex } from './dense-index.ts'
import { nameRanked } from './ranked-keys.ts'
import { resolveFilter, selectChunks } from './scope-keys.ts'

/** The server computes with float32; so many more are scored here again, from the same vectors. */
const candidates = (limit: number) => limit + 64

export type VectorQuery = Pick<RankScope, 'filter'> & {
  limit: number
  dense: DenseQuery
  indexes: Pick<DenseIndexes, 'has'>
  /** What an index outside the database has found. */
  proposals: Proposals
}

/**
 * Inside a read transaction. Ranks the chunks of these collections by cosine; exactly, unless a large collection is asked
 * for without a filter, or with one that much of it matches, or an index outside the database has found candidates.
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
    const nearest = query.limit <= 0 ? [] : await findNearest(sql, collection, query)
    nearest.sort((a, b) => b.score - a.score)
    rankings.push(await nameRanked(sql, collection.key, withTies(nearest, query.limit)))
  }
  return mergeRankings(rankings, query.limit)
}

async function findNearest(sql: Sql, collection: CollectionRow, query: VectorQuery): Promise<ComparedKey[]> {
  const { dense } = query
  const proposed = query.proposals.get(collection.key)
  const found = await checkProposed(sql, collection, { ...query, proposed })
  if (found !== null) return found
  const rows = (await findByIndex(sql, collection, query)) ?? (await compareAll(sql, collection, query))
  return rows.map(row => {
    const vector = readVector(row.vector)
    return { key: row.chunk, score: cosine(dense.vector, vector), vector }
  })
}

type VectorRow = { chunk: number; vector: Buffer }

/** Null when all that match must be compared. */
async function findByIndex(
  sql: Sql,
  collection: CollectionRow,
  { dense, filter, limit, indexes }: VectorQuery,
): Promise<VectorRow[] | null> {
  if (!(await indexes.has(sql, collection))) return null
  const allowed = await resolveFilter(sql, collection, filter)
  const share = allowed === null ? 1 : allowed.size / collection.chunks
  const wanted = candidates(limit)
  const plan = planDense({ wanted, share })
  if (plan.by === 'comparing') return null
  const rows = await walkIndex(sql, collection, { vector: dense.vector, candidates: plan.candidates })
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
