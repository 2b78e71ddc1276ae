import type { DocumentGroup, GroupRequest } from '../../../core/ports/store.ts'
import { collectGroups } from '../common/collect-groups.ts'
import { type CollectionRow, findCollection } from './collections.ts'
import type { Database } from './database.ts'
import { filterToSql } from './filter-to-sql.ts'

/** Cached results; each is valid until the next write to its collection. */
const remembered = 50

/** Ordered by value, then key. One JSON text of keys per value is ten times faster than a row per document. */
const keysByValue = `SELECT value, json_group_array(document_key) AS keys FROM metadata_values
  WHERE collection_key = ? AND name = ? AND kind = ? GROUP BY value`
// The plus excludes the index that would scan all values of the name.
const readValue = `SELECT value FROM metadata_values
  WHERE document_key = ? AND +name = ? AND +kind = 'text' LIMIT 1`

/** The result for one version of a collection, which never becomes invalid. */
export type GroupAnswer = { key: string; groups: DocumentGroup[] }

/** Grouping reads the whole collection, so results are cached until its next write. */
export type GroupMemory = {
  /** Null when there is no cached result for the current version. */
  recall(name: string, request: GroupRequest): DocumentGroup[] | null
  remember(answer: GroupAnswer): void
  group(name: string, request: GroupRequest): GroupAnswer
}

/** Its functions are called inside read transactions. */
export function groupMemory(database: Database): GroupMemory {
  const answers = new Map<string, DocumentGroup[]>()
  const keyOf = ({ key, version }: CollectionRow, request: GroupRequest) =>
    `${key}.${version}:${JSON.stringify(request)}`

  function remember({ key, groups }: GroupAnswer): void {
    if (answers.size >= remembered) answers.clear()
    answers.set(key, groups)
  }

  return {
    recall(name, request) {
      const collection = findCollection(database, name)
      return collection ? (answers.get(keyOf(collection, request)) ?? null) : []
    },
    remember,
    group(name, request) {
      const collection = findCollection(database, name)
      if (!collection) return { key: '', groups: [] }
      const answer = {
        key: keyOf(collection, request),
        groups: groupDocuments(database, collection, request),
      }
      remember(answer)
      return answer
    },
  }
}

function groupDocuments(
  database: Database,
  collection: CollectionRow,
  request: GroupRequest,
): DocumentGroup[] {
  const read = <T>(name: string, kind: string) =>
    database
      .all<{ value: T; keys: string }>(keysByValue, collection.key, name, kind)
      .map(({ value, keys }) => ({ value, keys: parseKeys(keys) }))
  const chosen = chooseDocuments(database, collection, request)
  const groups = collectGroups(
    {
      by: read(request.by, 'text'),
      sum: read(request.sum, 'number'),
      range: read(request.range, 'text'),
      top: read(request.top, 'member-text'),
    },
    chosen,
  )
  const latestOf = (key: number, name: string) =>
    database.get<{ value: string }>(readValue, key, name)?.value ?? null
  return groups.map(({ newest, ...group }) => ({
    ...group,
    latest: Object.fromEntries(request.latest.map(name => [name, latestOf(newest, name)])),
  }))
}

/** Parses a JSON array of keys, as selected by `keysByValue`. */
function parseKeys(keys: string): number[] {
  return JSON.parse(keys)
}

/** Keys of the matching documents; null when there is no filter. */
function chooseDocuments(
  database: Database,
  collection: CollectionRow,
  { filter }: GroupRequest,
): ReadonlySet<number> | null {
  if (filter.length === 0) return null
  const { documents } = filterToSql(filter, collection.key)
  const tests = ['collection_key = ?', ...documents.map(test => test.sql)].join(' AND ')
  const rows = database.all<{ key: number }>(
    `SELECT key FROM documents WHERE ${tests}`,
    collection.key,
    ...documents.flatMap(test => test.values),
  )
  return new Set(rows.map(({ key }) => key))
}
