import type { Filter } from '../../../core/model/filter.ts'
import type { SqlTest } from '../common/condition-to-sql.ts'
import { type CollectionRow, findCollections } from './collections.ts'
import type { Sql } from './database.ts'
import { filterToSql } from './metadata-values.ts'

/** Chunks of a collection that match a filter, as `SELECT` of their keys with the values to bind. */
export function selectChunks(collection: Pick<CollectionRow, 'key'>, filter: Filter): SqlTest {
  const { documents, chunks } = filterToSql(filter, collection.key)
  const join =
    documents.length === 0
      ? ''
      : 'JOIN quire.documents ON documents.collection = chunks.collection AND documents.key = chunks.document'
  const tests = ['chunks.collection = ?', ...[...documents, ...chunks].map(test => test.sql)].join(' AND ')
  return {
    sql: `SELECT chunks.key FROM quire.chunks ${join} WHERE ${tests}`,
    values: [collection.key, ...[...documents, ...chunks].flatMap(test => test.values)],
  }
}

/** Inside a transaction: the keys of the chunks that match; null when there is no filter. */
async function resolveFilter(
  sql: Sql,
  collection: CollectionRow,
  filter: Filter,
): Promise<ReadonlySet<number> | null> {
  if (filter.length === 0) return null
  const { sql: select, values } = selectChunks(collection, filter)
  const row = await sql.get<{ keys: number[] | null }>(
    `SELECT json_agg(key) AS keys FROM (${select}) AS chosen`,
    ...values,
  )
  return new Set(row?.keys ?? [])
}

export type ResolvedFilter = (collection: CollectionRow) => Promise<ReadonlySet<number> | null>

/** The same for all parts of one search. */
export function resolveOnce(sql: Sql, filter: Filter): ResolvedFilter {
  const known = new Map<number, ReturnType<ResolvedFilter>>()
  return collection => {
    const keys = known.get(collection.key) ?? resolveFilter(sql, collection, filter)
    known.set(collection.key, keys)
    return keys
  }
}

/** How many chunks of these collections match the filter. */
export async function countChunks(
  sql: Sql,
  { collections, filter }: { collections: readonly string[]; filter: Filter },
): Promise<number> {
  let count = 0
  for (const collection of await findCollections(sql, collections))
    count += filter.length === 0 ? collection.chunks : await countMatching(sql, collection, filter)
  return count
}

export async function countMatching(sql: Sql, collection: CollectionRow, filter: Filter): Promise<number> {
  const { sql: select, values } = selectChunks(collection, filter)
  const row = await sql.get<{ count: number }>(
    `SELECT count(*) AS count FROM (${select}) AS chosen`,
    ...values,
  )
  return row?.count ?? 0
}
