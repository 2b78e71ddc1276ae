import type { DocumentGroup, GroupRequest } from '../../../core/ports/store.ts'
import { collectGroups, type ValueKeys } from '../common/collect-groups.ts'
import { versionOf } from '../common/collection-row.ts'
import type { MetadataKind } from '../common/metadata-kinds.ts'
import { type CollectionRow, findCollection } from './collections.ts'
import type { Sql } from './database.ts'
import { columnOf, filterToSql } from './metadata-values.ts'

/** Grouping reads the whole collection, so results are cached until its next write. */
export type GroupMemory = Map<string, DocumentGroup[]>

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
  const known = memory.get(key)
  if (known) return known
  const groups = await group(sql, collection, request)
  if (memory.size >= remembered) memory.clear()
  memory.set(key, groups)
  return groups
}

async function group(sql: Sql, collection: CollectionRow, request: GroupRequest): Promise<DocumentGroup[]> {
  const read = <Value>(name: string, kind: MetadataKind) =>
    sql.all<ValueKeys<Value>>(
      `SELECT ${columnOf(kind)} AS value, json_agg(document ORDER BY document) AS keys FROM quire.metadata_values
        WHERE collection = ? AND name = ? AND kind = ? GROUP BY ${columnOf(kind)} ORDER BY ${columnOf(kind)}`,
      collection.key,
      name,
      kind,
    )
  const groups = collectGroups(
    {
      by: await read<string>(request.by, 'text'),
      sum: await read<number>(request.sum, 'number'),
      range: await read<string>(request.range, 'text'),
      top: await read<string>(request.top, 'member-text'),
    },
    await chooseDocuments(sql, collection, request),
  )
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
