import type { TallyRequest, ValueCount } from '../../../core/ports/store.ts'
import { findCollection } from './collections.ts'
import type { Database } from './database.ts'
import { encodeTerm } from './encode-term.ts'
import { filterToSql } from './filter-to-sql.ts'
import { onlyDocuments } from './find-documents.ts'
import { lexicalNames } from './lexical-table.ts'

/** Inside a read transaction. How many documents have each value of a metadata key. */
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

/** Terms may stand in different chunks of a document, so each is looked up by itself. */
function hasTerm(collectionKey: number): string {
  const { table } = lexicalNames(collectionKey)
  return `documents.key IN (SELECT document_key FROM chunks
    WHERE key IN (SELECT rowid FROM ${table} WHERE ${table} MATCH ?))`
}
