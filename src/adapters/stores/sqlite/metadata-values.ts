import type { Condition } from '../../../core/model/filter.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import { conditionToSql, type SqlTest } from '../common/condition-to-sql.ts'
import { fileValue, splitByKind } from '../common/metadata-kinds.ts'
import type { Database } from './database.ts'

const insert = `INSERT OR IGNORE INTO metadata_values (collection_key, name, kind, value, document_key)
  VALUES (?, ?, ?, ?, ?)`

/** Indexes the metadata of a document for filters. */
export function insertMetadata(
  database: Database,
  document: { collectionKey: number; documentKey: number; metadata: JsonObject },
): void {
  for (const [name, value] of Object.entries(document.metadata))
    for (const filed of fileValue(value))
      database.run(insert, document.collectionKey, name, filed.kind, filed.value, document.documentKey)
}

/** Compares values including their type: the number 2020 is not the text "2020". */
export function metadataToSql(condition: Condition, name: string, collectionKey: number): SqlTest {
  const tests = splitByKind(condition).map(({ kind, test }) => {
    const { sql, values } = conditionToSql(test, 'value')
    return { sql: `(kind = ? AND ${sql})`, values: [kind, ...values] }
  })
  if (tests.length === 0) return { sql: 'FALSE', values: [] }
  const picks = `SELECT document_key FROM metadata_values
    WHERE collection_key = ? AND name = ? AND (${tests.map(test => test.sql).join(' OR ')})`
  return {
    sql: `documents.key IN (${picks})`,
    values: [collectionKey, name, ...tests.flatMap(test => test.values)],
    picks,
  }
}
