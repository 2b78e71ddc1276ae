import type { DocumentGroup, GroupRequest } from '../../../core/ports/store.ts'
import { type CollectionRow, findCollection } from './collections.ts'
import type { Database } from './database.ts'
import { filterToSql } from './filter-to-sql.ts'

/** Cached results; each is valid until the next write to its collection. */
const remembered = 50
const mostTop = 5

/** Ordered by value, then key. One JSON text of keys per value is ten times faster than a row per document. */
const keysByValue = `SELECT value, json_group_array(document_key) AS keys FROM metadata_values
  WHERE collection_key = ? AND name = ? AND kind = ? GROUP BY value`
// The plus excludes the index that would scan all values of the name.
const readValue = `SELECT value FROM metadata_values
  WHERE document_key = ? AND +name = ? AND +kind = 'text' LIMIT 1`

type Group = {
  value: string
  documents: number
  sum: number
  first: string | null
  last: string | null
  newest: number
  members: Map<string, number>
}

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
  const groups: Group[] = []
  const groupOf = new Map<number, Group>()
  for (const { value, keys } of read<string>(request.by, 'text')) {
    const passed = chosen === null ? keys : keys.filter(key => chosen.has(key))
    const [newest] = passed
    if (newest === undefined) continue
    const group = newGroup(value, passed.length, newest)
    groups.push(group)
    for (const key of passed) groupOf.set(key, group)
  }
  const each = <T>(name: string, kind: string, addTo: (group: Group, value: T, key: number) => void) => {
    for (const { value, keys } of read<T>(name, kind))
      for (const key of keys) {
        const group = groupOf.get(key)
        if (group) addTo(group, value, key)
      }
  }
  each<number>(request.sum, 'number', (group, value) => {
    group.sum += value
  })
  each<string>(request.range, 'text', (group, value, key) => {
    group.first ??= value
    if (group.last === value) return
    group.last = value
    group.newest = key
  })
  each<string>(request.top, 'member-text', ({ members }, value) => {
    members.set(value, (members.get(value) ?? 0) + 1)
  })
  const latestOf = (key: number, name: string) =>
    database.get<{ value: string }>(readValue, key, name)?.value ?? null
  return groups.sort(byValue).map(({ members, newest, ...group }) => ({
    ...group,
    top: mostFrequent(members),
    latest: Object.fromEntries(request.latest.map(name => [name, latestOf(newest, name)])),
  }))
}

/** Parses a JSON array of keys, as selected by `keysByValue`. */
function parseKeys(keys: string): number[] {
  return JSON.parse(keys)
}

/** Compares like JavaScript; SQLite compares bytes. */
function byValue(a: Group, b: Group): number {
  return a.value < b.value ? -1 : 1
}

function newGroup(value: string, documents: number, newest: number): Group {
  return { value, documents, sum: 0, first: null, last: null, newest, members: new Map() }
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

function mostFrequent(counts: ReadonlyMap<string, number>): string[] {
  return [...counts]
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .slice(0, mostTop)
    .map(([value]) => value)
}
