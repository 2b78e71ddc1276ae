import type { DocumentSummary } from '../../../core/model/document.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Filter } from '../../../core/model/filter.ts'
import { findCollection } from './collections.ts'
import type { Database } from './database.ts'
import { type SummaryRow, summaryColumns, summaryTables, toSummary } from './document-rows.ts'
import { filterToSql } from './filter-to-sql.ts'
import type { SqlTest } from './value-test.ts'

/** Up to this many documents are sorted; more are met walking from the newest on, until there are enough. */
const fewDocuments = 1_000

/** Documents of one collection by what is known of them. */
export function findDocuments(
  database: Database,
  name: string,
  { filter, limit }: { filter: Filter; limit: number },
): DocumentSummary[] {
  const collection = findCollection(database, name)
  if (!collection) return []
  const { documents, chunks } = filterToSql(filter, collection.key)
  if (chunks.length > 0) throw onlyDocuments()
  // The plus takes the index of creation times out of the choice: without it, all documents are walked for one.
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

export function onlyDocuments(): Failure {
  return new Failure('invalid', 'INVALID_FILTER', 'Documents cannot be chosen by page, section or chunk.', {
    hint: 'Use conditions on the document itself.',
  })
}
