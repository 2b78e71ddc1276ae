import type { DocumentGroup, GroupRequest } from '../../../ports/store.ts'
import { type CollectionRow, findCollection } from './collections.ts'
import type { Database } from './database.ts'
import { filterToSql } from './filter-to-sql.ts'

/** How many answers are kept; each is true until its collection is written to. */
const remembered = 50
const mostTop = 5

const valuesOf = `SELECT document_key AS key, value FROM metadata_values
  WHERE collection_key = ? AND name = ? AND kind = ?`

type Value<T> = { key: number; value: T }

/** Summing up reads the whole collection: answers are remembered until it is written to. */
export function groupMemory(database: Database) {
  const answers = new Map<string, DocumentGroup[]>()
  return {
    group(name: string, request: GroupRequest): DocumentGroup[] {
      const collection = findCollection(database, name)
      if (!collection) return []
      const key = `${collection.key}.${collection.version}:${JSON.stringify(request)}`
      const known = answers.get(key)
      if (known) return known
      if (answers.size >= remembered) answers.clear()
      const groups = groupDocuments(database, collection, request)
      answers.set(key, groups)
      return groups
    },
  }
}

function groupDocuments(
  database: Database,
  collection: CollectionRow,
  request: GroupRequest,
): DocumentGroup[] {
  const read = <T>(name: string, kind: string) => database.all<Value<T>>(valuesOf, collection.key, name, kind)
  const chosen = chooseDocuments(database, collection, request)
  const sums = new Map(read<number>(request.sum, 'number').map(({ key, value }) => [key, value]))
  const dates = new Map(read<string>(request.range, 'text').map(({ key, value }) => [key, value]))
  const latest = request.latest.map(
    name => [name, new Map(read<string>(name, 'text').map(({ key, value }) => [key, value]))] as const,
  )
  const members = new Map<number, string[]>()
  for (const { key, value } of read<string>(request.top, 'member-text')) {
    const list = members.get(key)
    if (list) list.push(value)
    else members.set(key, [value])
  }
  const documents = Map.groupBy(
    read<string>(request.by, 'text').filter(({ key }) => chosen === null || chosen.has(key)),
    ({ value }) => value,
  )
  return [...documents]
    .map(([value, rows]) => {
      const keys = rows.map(({ key }) => key)
      const newest = keys.reduce((best, key) =>
        (dates.get(key) ?? '') > (dates.get(best) ?? '') ? key : best,
      )
      const range = keys.flatMap(key => dates.get(key) ?? []).sort()
      return {
        value,
        documents: keys.length,
        sum: keys.reduce((sum, key) => sum + (sums.get(key) ?? 0), 0),
        first: range[0] ?? null,
        last: range.at(-1) ?? null,
        top: mostFrequent(keys.flatMap(key => members.get(key) ?? [])),
        latest: Object.fromEntries(latest.map(([name, values]) => [name, values.get(newest) ?? null])),
      }
    })
    .sort((a, b) => (a.value < b.value ? -1 : 1))
}

/** Keys of the documents that pass; null when all do. */
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

function mostFrequent(values: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .slice(0, mostTop)
    .map(([value]) => value)
}
