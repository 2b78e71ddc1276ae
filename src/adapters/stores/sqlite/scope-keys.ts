import type { Filter } from '../../../core/model/filter.ts'
import type { SqlTest } from '../common/condition-to-sql.ts'
import { type CollectionRow, countCollection, findCollections, pendingOf } from './collections.ts'
import type { Database } from './database.ts'
import type { DenseCopies } from './dense-copies.ts'
import { filterToSql } from './filter-to-sql.ts'

/** The chunks that a ranking may return: their keys in ascending order, and a fast membership test. */
export type Scope = { keys: readonly number[]; has(key: number): boolean }

export type ScopeKeys = {
  /** Null when there is no filter. */
  resolve(collection: CollectionRow, filter: Filter): Scope | null
}

/** How many keys are cached, over all filters. */
const rememberedKeys = 1_000_000

/** Filters are applied before ranking. The result of a filter is cached until the next write to the collection. */
export function scopeKeys(database: Database): ScopeKeys {
  const answered = new Map<string, Scope>()
  let held = 0

  function remember(name: string, scope: Scope): void {
    if (held + scope.keys.length > rememberedKeys) {
      answered.clear()
      held = 0
    }
    answered.set(name, scope)
    held += scope.keys.length
  }

  return {
    resolve(collection, filter) {
      if (filter.length === 0) return null
      const name = `${collection.key}:${collection.version}:${JSON.stringify(filter)}`
      const known = answered.get(name)
      if (known) return known
      const scope = toScope(resolveFilter(database, collection, filter))
      remember(name, scope)
      return scope
    },
  }
}

/** Keys of one collection are close together, so an array from the first to the last key is small. */
function toScope(keys: readonly number[]): Scope {
  const first = keys[0] ?? 0
  let marks: Uint8Array | null = null
  return {
    keys,
    has(key) {
      marks ??= markAll(keys, first)
      return marks[key - first] === 1
    },
  }
}

function markAll(keys: readonly number[], first: number): Uint8Array {
  const marks = new Uint8Array((keys.at(-1) ?? first) - first + 1)
  for (const key of keys) marks[key - first] = 1
  return marks
}

const chunksOnly = 'chunks WHERE chunks.collection_key = ?'
const throughDocuments =
  'documents JOIN chunks ON chunks.document_key = documents.key WHERE documents.collection_key = ?'
// The plus excludes the index of the collection, so that the index of metadata values is used.
const throughMetadata =
  'documents JOIN chunks ON chunks.document_key = documents.key WHERE +documents.collection_key = ?'

function resolveFilter(database: Database, collection: CollectionRow, filter: Filter): readonly number[] {
  const tests = filterToSql(filter, collection.key)
  const from =
    tests.documents.length === 0 ? chunksOnly : hasMetadata(filter) ? throughMetadata : throughDocuments
  return readKeys(database, { from, collection, tests: [...tests.documents, ...tests.chunks] })
}

function hasMetadata(filter: Filter): boolean {
  return filter.some(condition => condition.field.startsWith('metadata.'))
}

/** One JSON text instead of a row per key: 20 % faster with 50,000 keys (measured). */
function readKeys(
  database: Database,
  { from, collection, tests }: { from: string; collection: CollectionRow; tests: readonly SqlTest[] },
): readonly number[] {
  const sql = `SELECT json_group_array(key) AS keys FROM (
    SELECT chunks.key FROM ${[from, ...tests.map(test => test.sql)].join(' AND ')} ORDER BY chunks.key)`
  const row = database.get<{ keys: string }>(sql, collection.key, ...tests.flatMap(test => test.values))
  return JSON.parse(row?.keys ?? '[]')
}

/** Number of chunks per collection, cached until its next write: counting half a million takes 20 ms. */
export type ChunkMemory = Map<number, { version: number; chunks: number }>

type Tools = {
  database: Database
  scopeKeys: ScopeKeys
  copies: Pick<DenseCopies, 'count'>
  chunkMemory: ChunkMemory
}

/** How many chunks a ranking over these collections could return. Uses the cached results of recent filters. */
export function countChunks(tools: Tools, names: readonly string[], filter: Filter): number {
  return findCollections(tools.database, names)
    .map(collection => {
      const scope = tools.scopeKeys.resolve(collection, filter)
      return scope === null ? countAll(tools, collection) : scope.keys.length
    })
    .reduce((sum, count) => sum + count, 0)
}

/** Chunks that have a vector are counted by the copy of the vectors; the others are few. */
function countAll({ database, copies, chunkMemory }: Tools, collection: CollectionRow): number {
  const { key, version } = collection
  const counted = copies.count(collection)
  if (counted !== null) return counted + pendingOf(database, key)
  const known = chunkMemory.get(key)
  if (known?.version === version) return known.chunks
  const { chunks } = countCollection(database, key)
  chunkMemory.set(key, { version, chunks })
  return chunks
}
