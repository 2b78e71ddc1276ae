import type { Filter } from '../../../model/filter.ts'
import type { CollectionRow } from './collections.ts'
import type { Database } from './database.ts'
import { filterToSql } from './filter-to-sql.ts'
import type { SqlTest } from './value-test.ts'

export type ScopeKeys = {
  /** Keys of the chunks a ranking may return, ascending; null when nothing restricts it. */
  resolve(
    collection: CollectionRow,
    scope: { filter: Filter; among?: readonly string[] | undefined },
  ): readonly number[] | null
}

/** How many keys of answered filters are kept for the next question, over all filters. */
const rememberedKeys = 1_000_000
const idsPerQuery = 500

/** Filters come before ranking. What one selected is remembered until the collection is written to. */
export function scopeKeys(database: Database): ScopeKeys {
  const answered = new Map<string, readonly number[]>()
  let held = 0

  function remember(name: string, keys: readonly number[]): void {
    if (held + keys.length > rememberedKeys) {
      answered.clear()
      held = 0
    }
    answered.set(name, keys)
    held += keys.length
  }

  return {
    resolve(collection, { filter, among }) {
      if (among) return resolveAmong(database, collection, filter, among)
      if (filter.length === 0) return null
      const name = `${collection.key}:${collection.version}:${JSON.stringify(filter)}`
      const known = answered.get(name)
      if (known) return known
      const keys = resolveFilter(database, collection, filter)
      remember(name, keys)
      return keys
    },
  }
}

const chunksOnly = 'chunks WHERE chunks.collection_key = ?'
const throughDocuments =
  'documents JOIN chunks ON chunks.document_key = documents.key WHERE documents.collection_key = ?'
// The plus takes the collection's own index out of the choice, so that the one of metadata values is used.
const throughMetadata =
  'documents JOIN chunks ON chunks.document_key = documents.key WHERE +documents.collection_key = ?'

function resolveFilter(database: Database, collection: CollectionRow, filter: Filter): readonly number[] {
  const tests = filterToSql(filter, collection.key)
  const from =
    tests.documents.length === 0 ? chunksOnly : hasMetadata(filter) ? throughMetadata : throughDocuments
  return readKeys(database, from, [collection.key], [...tests.documents, ...tests.chunks])
}

function hasMetadata(filter: Filter): boolean {
  return filter.some(condition => condition.field.startsWith('metadata.'))
}

function resolveAmong(
  database: Database,
  collection: CollectionRow,
  filter: Filter,
  among: readonly string[],
): readonly number[] {
  const tests = filterToSql(filter, collection.key)
  const ids = [...new Set(among)]
  const keys: number[] = []
  for (let start = 0; start < ids.length; start += idsPerQuery) {
    const batch = ids.slice(start, start + idsPerQuery)
    const places = batch.map(() => '?').join(', ')
    // CROSS keeps SQLite from starting at a filter that may select the whole collection.
    const from = `chunks CROSS JOIN documents ON documents.key = chunks.document_key
      WHERE chunks.collection_key = ? AND chunks.id IN (${places})`
    keys.push(...readKeys(database, from, [collection.key, ...batch], [...tests.documents, ...tests.chunks]))
  }
  return keys.sort((a, b) => a - b)
}

/** One JSON text instead of a row per key: several times quicker for large answers. */
function readKeys(
  database: Database,
  from: string,
  bound: (string | number)[],
  tests: readonly SqlTest[],
): readonly number[] {
  const sql = `SELECT json_group_array(key) AS keys FROM (
    SELECT chunks.key FROM ${[from, ...tests.map(test => test.sql)].join(' AND ')} ORDER BY chunks.key)`
  const row = database.get<{ keys: string }>(sql, ...bound, ...tests.flatMap(test => test.values))
  return JSON.parse(row?.keys ?? '[]')
}
