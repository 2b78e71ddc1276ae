import type { GroupRequest } from '../../../core/ports/store.ts'
import type { GroupValues, ValueKeys } from '../common/collect-groups.ts'
import type { MetadataKind } from '../common/metadata-kinds.ts'
import { readChangedDocuments } from './change-log.ts'
import type { CollectionRow } from './collections.ts'
import type { Sql } from './database.ts'
import { columnOf } from './metadata-values.ts'

/** The values of four metadata keys of all documents of a collection, as they are in one version. */
export type GroupColumns = {
  readonly collection: number
  version: number
  /** Documents that come later have this key or a higher one. */
  nextDocument: number
  by: Column<string>
  sum: Column<number>
  range: Column<string>
  top: Column<string>
}

/** In order of value; keys in order too. */
type Column<Value> = { value: Value; keys: number[] }[]

export type ColumnNames = Pick<GroupRequest, 'by' | 'sum' | 'range' | 'top'>

const kinds = { by: 'text', sum: 'number', range: 'text', top: 'member-text' } as const satisfies Record<
  keyof ColumnNames,
  MetadataKind
>

/** More documents than this are not followed: reading everything takes about as long. */
const mostFollowed = 2_000

/** Inside a read transaction. */
export async function readColumns(
  sql: Sql,
  { key, version, next_document: nextDocument }: CollectionRow,
  names: ColumnNames,
): Promise<GroupColumns> {
  const read = <Value>(part: keyof ColumnNames) => {
    const column = columnOf(kinds[part])
    return sql.all<Column<Value>[number]>(
      `SELECT ${column} AS value, json_agg(document ORDER BY document) AS keys FROM quire.metadata_values
        WHERE collection = ? AND name = ? AND kind = ? GROUP BY ${column} ORDER BY ${column}`,
      ...[key, names[part], kinds[part]],
    )
  }
  return {
    ...{ collection: key, version, nextDocument },
    by: await read<string>('by'),
    sum: await read<number>('sum'),
    range: await read<string>('range'),
    top: await read<string>('top'),
  }
}

type FiledRow = {
  document: number
  name: string
  kind: MetadataKind
  value_text: string | null
  value_number: number | null
}

const readFiled = `SELECT document, name, kind, value_text, value_number FROM quire.metadata_values
  WHERE collection = ? AND (document >= ? OR document = ANY(?::bigint[])) AND name = ANY(?::text[]) ORDER BY document`

/** Inside a read transaction: brings the columns to the version of the collection; false when all must be read. */
export async function followColumns(
  sql: Sql,
  columns: GroupColumns,
  { collection, names }: { collection: CollectionRow; names: ColumnNames },
): Promise<boolean> {
  const { key, version, next_document: nextDocument } = collection
  if (nextDocument - columns.nextDocument > mostFollowed) return false
  const changed = await readChangedDocuments(sql, key, { after: columns.version, until: version })
  if (changed === null || changed.length > mostFollowed) return false
  const wanted = [...new Set([names.by, names.sum, names.range, names.top])]
  const rows = await sql.all<FiledRow>(readFiled, key, columns.nextDocument, changed, wanted)
  const gone = new Set(changed)
  for (const part of ['by', 'range', 'top'] as const)
    columns[part] = changeColumn(
      columns[part],
      gone,
      valuesOf(rows, { name: names[part], kind: kinds[part], part: 'value_text' }),
    )
  columns.sum = changeColumn(
    columns.sum,
    gone,
    valuesOf(rows, { name: names.sum, kind: kinds.sum, part: 'value_number' }),
  )
  columns.version = version
  columns.nextDocument = nextDocument
  return true
}

type Filed<Value> = { document: number; value: Value }

function valuesOf<Part extends 'value_text' | 'value_number'>(
  rows: readonly FiledRow[],
  { name, kind, part }: { name: string; kind: MetadataKind; part: Part },
): Filed<NonNullable<FiledRow[Part]>>[] {
  return rows.flatMap(row => {
    const value = row[part]
    return row.name === name && row.kind === kind && value !== null ? [{ document: row.document, value }] : []
  })
}

function changeColumn<Value extends string | number>(
  column: Column<Value>,
  gone: ReadonlySet<number>,
  added: readonly Filed<Value>[],
): Column<Value> {
  const kept = gone.size === 0 ? column : withoutDocuments(column, gone)
  if (added.length === 0) return kept
  const known = new Map(kept.map(entry => [entry.value, entry]))
  let hasNew = false
  for (const { document, value } of added) {
    const entry = known.get(value)
    if (entry !== undefined) {
      const isLast = (entry.keys.at(-1) ?? 0) < document
      entry.keys.push(document)
      if (!isLast) entry.keys.sort((one, other) => one - other)
      continue
    }
    const fresh = { value, keys: [document] }
    known.set(value, fresh)
    kept.push(fresh)
    hasNew = true
  }
  return hasNew ? kept.sort(byValue) : kept
}

function withoutDocuments<Value>(column: Column<Value>, gone: ReadonlySet<number>): Column<Value> {
  for (const entry of column)
    if (entry.keys.some(key => gone.has(key))) entry.keys = entry.keys.filter(key => !gone.has(key))
  return column.filter(({ keys }) => keys.length > 0)
}

/** As the database sorts: texts by their bytes. */
function byValue(
  { value: one }: ValueKeys<string | number>,
  { value: other }: ValueKeys<string | number>,
): number {
  if (typeof one === 'number' || typeof other === 'number') return Number(one) - Number(other)
  if (isPlain(one) && isPlain(other)) return one < other ? -1 : 1
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

/** Without surrogates, the order of UTF-16 is that of the bytes of UTF-8. */
const isPlain = (text: string) => !/[\ud800-\udfff]/.test(text)

export type ReadGroupValues = (
  sql: Sql,
  collection: CollectionRow,
  names: ColumnNames,
) => Promise<GroupValues>

const mostColumns = 8

/** Keeps columns between calls. One call at a time follows what others have written; use what it returns at once. */
export function groupColumns(): ReadGroupValues {
  const kept = new Map<string, GroupColumns>()
  const running = new Map<string, Promise<unknown>>()

  async function read(sql: Sql, collection: CollectionRow, names: ColumnNames): Promise<GroupColumns> {
    const name = nameOf(collection, names)
    const known = kept.get(name)
    // A snapshot that is older than what is kept.
    if (known !== undefined && known.version > collection.version) return readColumns(sql, collection, names)
    if (known?.version === collection.version) return known
    kept.delete(name)
    const isFollowed = known !== undefined && (await followColumns(sql, known, { collection, names }))
    const columns = isFollowed ? known : await readColumns(sql, collection, names)
    kept.set(name, columns)
    for (const oldest of kept.keys()) if (kept.size > mostColumns) kept.delete(oldest)
    return columns
  }

  return async (sql, collection, names) => {
    const name = nameOf(collection, names)
    const before = running.get(name) ?? Promise.resolve()
    const now = before.then(() => read(sql, collection, names))
    running.set(
      name,
      now.catch(() => {}),
    )
    return now
  }
}

function nameOf({ key }: CollectionRow, { by, sum, range, top }: ColumnNames): string {
  return JSON.stringify([key, by, sum, range, top])
}
