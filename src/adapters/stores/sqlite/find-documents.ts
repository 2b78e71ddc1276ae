import type { DocumentSummary } from '../../../model/document.ts'
import { Failure } from '../../../model/failure.ts'
import type { Filter } from '../../../model/filter.ts'
import { findCollection } from './collections.ts'
import type { Database } from './database.ts'
import { type SummaryRow, summaryColumns, summaryTables, toSummary } from './document-rows.ts'
import { filterToSql } from './filter-to-sql.ts'

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
  const tests = ['documents.collection_key = ?', ...documents.map(test => test.sql)].join(' AND ')
  return database
    .all<SummaryRow>(
      `SELECT ${summaryColumns} FROM ${summaryTables} WHERE ${tests}
        ORDER BY documents.created_at DESC, documents.id LIMIT ?`,
      collection.key,
      ...documents.flatMap(test => test.values),
      Math.max(0, limit),
    )
    .map(toSummary)
}

function onlyDocuments(): Failure {
  return new Failure('invalid', 'INVALID_FILTER', 'Documents cannot be chosen by page, section or chunk.', {
    hint: 'Use conditions on the document itself.',
  })
}
