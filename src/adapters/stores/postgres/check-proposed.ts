import type { Filter } from '../../../core/model/filter.ts'
import type { DenseQuery } from '../../../core/ports/store.ts'
import type { ComparedKey } from '../common/join-legs.ts'
import { cosine } from '../common/vector-codec.ts'
import { readVector } from './binary-values.ts'
import type { CollectionRow } from './collections.ts'
import type { Sql } from './database.ts'
import { selectChunks } from './scope-keys.ts'

/** What an index outside the database returned for a collection, when that had this version. */
export type Proposed = {
  version: number
  chunks: readonly number[]
  /** Whether no more than these match. */
  isAll: boolean
  /** Called when the ranking uses it. */
  onUsed(): void
}

/** By key of the collection. */
export type Proposals = ReadonlyMap<number, Proposed>

/** The index computes with float32 too, in another order. */
const rounding = 1e-5

/**
 * Inside a read transaction: the proposed chunks that exist and match the filter, scored from the stored vectors, best
 * first. Null when they cannot be all of the best: the collection has changed, too few of them match, or there are ties
 * beyond the last one.
 */
export async function checkProposed(
  sql: Sql,
  collection: CollectionRow,
  {
    proposed,
    dense,
    filter,
    limit,
  }: { proposed: Proposed | undefined; dense: DenseQuery; filter: Filter; limit: number },
): Promise<ComparedKey[] | null> {
  if (proposed === undefined || proposed.version !== collection.version) return null
  const rows = await loadMatching(sql, collection, { filter, chunks: proposed.chunks })
  const scored = rows.map(row => {
    const vector = readVector(row.vector)
    return { key: row.chunk, score: cosine(dense.vector, vector), vector }
  })
  scored.sort((a, b) => b.score - a.score)
  const isEnough = proposed.isAll
    ? scored.length === (await countVectors(sql, collection, filter))
    : isBeyondTies(scored, limit)
  if (!isEnough) return null
  proposed.onUsed()
  return scored
}

function isBeyondTies(scored: readonly ComparedKey[], limit: number): boolean {
  const [lastWanted, last] = [scored[limit - 1], scored.at(-1)]
  return lastWanted !== undefined && last !== undefined && lastWanted.score - last.score > rounding
}

function loadMatching(
  sql: Sql,
  { key }: CollectionRow,
  { filter, chunks }: { filter: Filter; chunks: readonly number[] },
): Promise<{ chunk: number; vector: Buffer }[]> {
  const select = `SELECT chunk, vector_send(vector) AS vector FROM quire.vectors
    WHERE collection = ? AND chunk = ANY(?::bigint[])`
  if (filter.length === 0) return sql.all(select, key, chunks)
  const { sql: matching, values } = selectChunks({ key }, filter)
  return sql.all(
    `${select} AND chunk IN (${matching} AND chunks.key = ANY(?::bigint[]))`,
    key,
    chunks,
    ...values,
    chunks,
  )
}

async function countVectors(sql: Sql, collection: CollectionRow, filter: Filter): Promise<number> {
  const { sql: matching, values } = selectChunks(collection, filter)
  const within = filter.length === 0 ? '' : `AND chunk IN (${matching})`
  const row = await sql.get<{ count: number }>(
    `SELECT count(*) AS count FROM quire.vectors WHERE collection = ? ${within}`,
    collection.key,
    ...(filter.length === 0 ? [] : values),
  )
  return row?.count ?? 0
}
