import type { Filter } from '../../../core/model/filter.ts'
import type { DenseQuery, RankScope } from '../../../core/ports/store.ts'
import type { ComparedChunk, ComparedKey } from '../common/join-legs.ts'
import { mergeRankings, withTies } from '../common/merge-rankings.ts'
import { cosine, measureVector } from '../common/vector-codec.ts'
import { readVector, vectorBytes } from './binary-values.ts'
import type { CollectionRow } from './collections.ts'
import type { Sql } from './database.ts'
import { nameRanked } from './ranked-keys.ts'
import { selectChunks } from './scope-keys.ts'

/** The server computes with float32; so many more are scored here again, from the same vectors. */
const candidates = (limit: number) => limit + 64

export type VectorQuery = Pick<RankScope, 'filter'> & { limit: number; dense: DenseQuery }

/** Inside a read transaction. Ranks the chunks of these collections by cosine; the ranking is exact. */
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

async function findNearest(
  sql: Sql,
  collection: CollectionRow,
  { dense, filter, limit }: VectorQuery,
): Promise<ComparedKey[]> {
  const { scope, values } = scopeOf(collection, filter)
  const rows = await sql.all<{ chunk: number; vector: Buffer }>(
    `${scope.with} SELECT chunk, vector_send(vector) AS vector FROM quire.vectors
      WHERE collection = ? ${scope.where} ORDER BY vector <=> ?::vector FETCH FIRST ? ROWS WITH TIES`,
    ...values,
    collection.key,
    vectorBytes(dense.vector),
    candidates(limit),
  )
  return rows.map(row => {
    const vector = readVector(row.vector)
    return { key: row.chunk, score: cosine(dense.vector, vector), vector }
  })
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
