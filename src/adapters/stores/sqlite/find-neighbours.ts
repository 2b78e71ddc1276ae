import type { DocumentSummary } from '../../../core/model/document.ts'
import { findCollection } from './collections.ts'
import type { Database } from './database.ts'
import { type SummaryRow, summaryColumns, summaryTables, toSummary } from './document-rows.ts'
import { prefixEnd } from './prefix-end.ts'

type Request = { key: string; value: string; prefix: string }

const findBefore = `SELECT document_key AS key FROM metadata_values
  WHERE collection_key = ? AND name = ? AND kind = 'text' AND value < ? AND value >= ?
  ORDER BY value DESC, document_key DESC LIMIT 1`
const findAfter = `SELECT document_key AS key FROM metadata_values
  WHERE collection_key = ? AND name = ? AND kind = 'text' AND value > ? AND value < ?
  ORDER BY value, document_key LIMIT 1`
const readRow = `SELECT ${summaryColumns} FROM ${summaryTables} WHERE documents.key = ?`

/** Both neighbours come straight from the index of metadata values. */
export function findNeighbours(
  database: Database,
  name: string,
  { key, value, prefix }: Request,
): { before: DocumentSummary | null; after: DocumentSummary | null } {
  const collection = findCollection(database, name)
  if (!collection) return { before: null, after: null }
  const read = (sql: string, bound: string) => {
    const found = database.get<{ key: number }>(sql, collection.key, key, value, bound)
    const row = found && database.get<SummaryRow>(readRow, found.key)
    return row ? toSummary(row) : null
  }
  return { before: read(findBefore, prefix), after: read(findAfter, prefixEnd(prefix) ?? '\u{10ffff}') }
}
