import type { DocumentGroup, GroupRequest } from '../../../core/ports/store.ts'
import { collectGroups } from '../common/collect-groups.ts'
import { versionOf } from '../common/collection-row.ts'
import { type CollectionRow, findCollection } from './collections.ts'
import type { Sql } from './database.ts'
import { groupColumns, type ReadGroupValues } from './group-columns.ts'
import { filterToSql } from './metadata-values.ts'

/** Results until the next write of the collection, and the values that they are made of, which follow writes. */
export type GroupMemory = { results: Map<string, DocumentGroup[]>; read: ReadGroupValues }

export const groupMemory = (): GroupMemory => ({ results: new Map(), read: groupColumns() })

const remembered = 50

/** Inside a read transaction. */
export async function groupDocuments(
  sql: Sql,
  memory: GroupMemory,
  { name, request }: { name: string; request: GroupRequest },
): Promise<DocumentGroup[]> {
  const collection = await findCollection(sql, name)
  if (!collection) return []
  const key = `${versionOf(collection)}:${JSON.stringify(request)}`
  const known = memory.results.get(key)
  if (known) return known
  const groups = await group(sql, { collection, request, memory })
  if (memory.results.size >= remembered) memory.results.clear()
  memory.results.set(key, groups)
  return groups
}

type Grouping = { collection: CollectionRow; request: GroupRequest; memory: GroupMemory }

async function group(sql: Sql, { collection, request, memory }: Grouping): Promise<DocumentGroup[]> {
  const chosen = await chooseDocuments(sql, collection, request)
  // Nothing is waited for between reading and using the values: another call may change them.
  const groups = collectGroups(await memory.read(sql, collection, request), chosen)
  const latest = await readLatest(sql, collection, {
    keys: groups.map(({ newest }) => newest),
    names: request.latest,
  })
  return groups.map(({ newest, ...group }) => ({
    ...group,
    latest: Object.fromEntries(request.latest.map(name => [name, latest.get(`${newest} ${name}`) ?? null])),
  }))
}

const findLatest = `SELECT document, name, min(value_text) AS value FROM quire.metadata_values
  WHERE collection = ? AND document = ANY(?::bigint[]) AND name = ANY(?::text[]) AND kind = 'text'
  GROUP BY document, name`

async function readLatest(
  sql: Sql,
  collection: CollectionRow,
  { keys, names }: { keys: readonly number[]; names: readonly string[] },
): Promise<Map<string, string>> {
  const rows = await sql.all<{ document: number; name: string; value: string }>(
    findLatest,
    collection.key,
    keys,
    names,
  )
  return new Map(rows.map(({ document, name, value }) => [`${document} ${name}`, value]))
}

/** Keys of the matching documents; null when there is no filter. */
async function chooseDocuments(
  sql: Sql,
  collection: CollectionRow,
  { filter }: GroupRequest,
): Promise<ReadonlySet<number> | null> {
  if (filter.length === 0) return null
  const { documents } = filterToSql(filter, collection.key)
  const tests = ['collection = ?', ...documents.map(test => test.sql)].join(' AND ')
  const rows = await sql.all<{ key: number }>(
    `SELECT key FROM quire.documents WHERE ${tests}`,
    collection.key,
    ...documents.flatMap(test => test.values),
  )
  return new Set(rows.map(({ key }) => key))
}
