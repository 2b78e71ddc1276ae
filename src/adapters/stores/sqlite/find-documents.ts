import type { DocumentSummary } from '../../../core/model/document.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Filter } from '../../../core/model/filter.ts'
import type { TallyRequest, ValueCount } from '../../../core/ports/store.ts'
import { prefixEnd, type SqlTest } from '../common/condition-to-sql.ts'
import { findCollection } from './collections.ts'
import type { Database } from './database.ts'
import { type SummaryRow, summaryColumns, summaryTables, toSummary } from './document-rows.ts'
import { filterToSql } from './filter-to-sql.ts'
import { encodeTerm, lexicalNames } from './lexical-table.ts'

/**
 * Up to this many matching documents are sorted; for more, documents are scanned from the newest until there are
 * enough.
 */
const fewDocuments = 1_000

/** Finds documents of one collection by a filter on the document. */
export function findDocuments(
  database: Database,
  name: string,
  { filter, limit }: { filter: Filter; limit: number },
): DocumentSummary[] {
  const collection = findCollection(database, name)
  if (!collection) return []
  const { documents, chunks } = filterToSql(filter, collection.key)
  if (chunks.length > 0) throw onlyDocuments()
  // The plus excludes the index of creation times, which would scan all documents.
  const sign = documents.some(test => pointsAtFew(database, test)) ? '+' : ''
  const tests = [`${sign}documents.collection_key = ?`, ...documents.map(test => test.sql)].join(' AND ')
  return database
    .all<SummaryRow>(
      `SELECT ${summaryColumns} FROM ${summaryTables} WHERE documents.key IN
        (SELECT documents.key FROM documents WHERE ${tests}
          ORDER BY ${sign}documents.created_at DESC, documents.id LIMIT ?)
        ORDER BY documents.created_at DESC, documents.id`,
      collection.key,
      ...documents.flatMap(test => test.values),
      Math.max(0, limit),
    )
    .map(toSummary)
}

function pointsAtFew(database: Database, { picks, values }: SqlTest): boolean {
  if (picks === undefined) return false
  const counted = `SELECT count(*) AS count FROM (${picks} LIMIT ?)`
  const found = database.get<{ count: number }>(counted, ...values, fewDocuments + 1)
  return (found?.count ?? 0) <= fewDocuments
}

/** The failure for a filter on chunks where only documents are chosen. */
export function onlyDocuments(): Failure {
  return new Failure('invalid', 'INVALID_FILTER', 'Documents cannot be chosen by page, section or chunk.', {
    hint: 'Use conditions on the document itself.',
  })
}

type Request = { key: string; value: string; prefix: string }

const findBefore = `SELECT document_key AS key FROM metadata_values
  WHERE collection_key = ? AND name = ? AND kind = 'text' AND value < ? AND value >= ?
  ORDER BY value DESC, document_key DESC LIMIT 1`
const findAfter = `SELECT document_key AS key FROM metadata_values
  WHERE collection_key = ? AND name = ? AND kind = 'text' AND value > ? AND value < ?
  ORDER BY value, document_key LIMIT 1`
const readRow = `SELECT ${summaryColumns} FROM ${summaryTables} WHERE documents.key = ?`

/** Finds the documents with the next lower and next higher value, by the index of metadata values. */
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

/** Inside a read transaction. Counts the documents for each value of a metadata key. */
export function tallyDocuments(
  database: Database,
  name: string,
  { by, filter, terms }: TallyRequest,
): ValueCount[] {
  const collection = findCollection(database, name)
  if (!collection) return []
  const { documents, chunks } = filterToSql(filter, collection.key)
  if (chunks.length > 0) throw onlyDocuments()
  const asked = [...new Set(terms)].map(term => `"${encodeTerm(term)}"`)
  const chosen = [
    'documents.collection_key = ?',
    ...documents.map(test => test.sql),
    ...asked.map(() => hasTerm(collection.key)),
  ].join(' AND ')
  const rows = database.all<ValueCount>(
    `SELECT value, count(*) AS documents FROM metadata_values
      WHERE collection_key = ? AND name = ? AND kind IN ('text', 'member-text')
        AND document_key IN (SELECT documents.key FROM documents WHERE ${chosen})
      GROUP BY value ORDER BY value`,
    collection.key,
    by,
    collection.key,
    ...documents.flatMap(test => test.values),
    ...asked,
  )
  return rows.map(({ value, documents: count }) => ({ value, documents: count }))
}

/** Terms may be in different chunks of a document, so each is matched separately. */
function hasTerm(collectionKey: number): string {
  const { table } = lexicalNames(collectionKey)
  return `documents.key IN (SELECT document_key FROM chunks
    WHERE key IN (SELECT rowid FROM ${table} WHERE ${table} MATCH ?))`
}
