import type { Condition, Filter } from '../../../core/model/filter.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import { holdsNul, replaceNul } from '../../../core/text/nul.ts'
import { conditionToSql, type SqlTest } from '../common/condition-to-sql.ts'
import { type FilterSql, filterToSql as translate } from '../common/filter-to-sql.ts'
import { fileValue, type MetadataKind, splitByKind } from '../common/metadata-kinds.ts'
import type { Sql } from './database.ts'
import type { DocumentKey } from './document-rows.ts'

const insert = `INSERT INTO quire.metadata_values (collection, name, kind, value_text, value_number, document)
  SELECT ?::bigint, name, kind, value_text, value_number, ?::bigint
  FROM unnest(?::text[], ?::text[], ?::text[], ?::float8[]) AS filed (name, kind, value_text, value_number)`

/** Indexes the metadata of a document for filters. */
export async function insertMetadata(
  sql: Sql,
  { collection, key }: DocumentKey,
  metadata: JsonObject,
): Promise<void> {
  const filed = fileMetadata(metadata)
  if (filed.length === 0) return
  await sql.run(
    insert,
    collection,
    key,
    filed.map(({ name }) => name),
    filed.map(({ kind }) => kind),
    filed.map(({ text }) => text),
    filed.map(({ number }) => number),
  )
}

/** The rows that metadata is found by, each once. */
export function fileMetadata(
  metadata: JsonObject,
): { name: string; kind: MetadataKind; text: string | null; number: number | null }[] {
  const rows = Object.entries(metadata).flatMap(([name, given]) =>
    fileValue(given).map(({ kind, value }) => ({
      name,
      kind,
      text: typeof value === 'string' ? value : null,
      number: typeof value === 'number' ? value : null,
    })),
  )
  return [...new Map(rows.map(row => [JSON.stringify(row), row])).values()]
}

/** The column that values of a type are in. */
export function columnOf(kind: MetadataKind): 'value_text' | 'value_number' {
  return kind === 'text' || kind === 'member-text' ? 'value_text' : 'value_number'
}

/** Translates every condition to the SQL of PostgreSQL; throws INVALID_FILTER for invalid ones. */
export function filterToSql(filter: Filter, collection: number): FilterSql {
  const tests = translate(filter.map(withoutNul), {
    metadata: (condition, name) => metadataToSql(condition, name, collection),
    headings: 'unnest(chunks.section_path) AS heading (value)',
  })
  // No stored text has U+0000, so nothing equals or begins with a text that has it.
  if (filter.some(isAboutNul)) tests.documents.push({ sql: 'FALSE', values: [] })
  return tests
}

function isAboutNul(condition: Condition): boolean {
  if (condition.op === 'between') return false
  if ('value' in condition) return holdsNul(condition.value)
  return condition.values.length > 0 && condition.values.every(holdsNul)
}

/** The first character after U+0000, in ranges; values of lists with it are left out. */
function withoutNul(condition: Condition): Condition {
  if (!holdsNul(condition)) return condition
  if (!('values' in condition)) return replaceNul(condition, '\u0001')
  // SAFETY: only members of the list are left out.
  return { ...condition, values: condition.values.filter(value => !holdsNul(value)) } as Condition
}

function metadataToSql(condition: Condition, name: string, collection: number): SqlTest {
  const tests = splitByKind(condition).map(({ kind, test }) => {
    const { sql, values } = conditionToSql(test, columnOf(kind))
    return { sql: `(kind = ? AND ${sql})`, values: [kind, ...values] }
  })
  if (tests.length === 0) return { sql: 'FALSE', values: [] }
  return {
    sql: `documents.key IN (SELECT document FROM quire.metadata_values
      WHERE collection = ? AND name = ? AND (${tests.map(test => test.sql).join(' OR ')}))`,
    values: [collection, name, ...tests.flatMap(test => test.values)],
  }
}
