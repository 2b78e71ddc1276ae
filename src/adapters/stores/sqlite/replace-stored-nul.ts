import type { JsonObject } from '../../../core/model/json.ts'
import { holdsNul, nulReplacement, replaceNul, unitSeparator } from '../../../core/text/nul.ts'
import type { Database } from './database.ts'
import { insertMetadata } from './metadata-values.ts'

/**
 * Removes U+0000 from what earlier versions stored. In metadata, where it separated the parts of a value, the unit
 * separator replaces it; in texts U+FFFD does, which has the same length, so that all spans stay valid.
 */
export function replaceStoredNul(database: Database): void {
  replaceInMetadata(database)
  for (const { table, column, key } of texts) {
    const rows = database.all<Row>(
      `SELECT ${key} AS key, ${column} AS value FROM ${table} WHERE instr(${column}, char(0)) > 0`,
    )
    for (const row of rows)
      database.run(
        `UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`,
        replaceNul(row.value, nulReplacement),
        row.key,
      )
  }
  for (const { table, column, key } of documents) {
    const rows = database.all<Row>(
      `SELECT ${key} AS key, ${column} AS value FROM ${table} WHERE instr(${column}, ?) > 0`,
      escaped,
    )
    for (const row of rows) {
      const value: unknown = JSON.parse(row.value)
      if (holdsNul(value))
        database.run(
          `UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`,
          JSON.stringify(replaceNul(value, nulReplacement)),
          row.key,
        )
    }
  }
}

type Row = { key: number; value: string }

/** U+0000 as JSON writes it. */
const escaped = String.raw`\u0000`

const texts = [
  { table: 'documents', column: 'source', key: 'key' },
  { table: 'documents', column: 'title', key: 'key' },
  { table: 'pieces', column: 'markdown', key: 'key' },
]

/** Columns with JSON. */
const documents = [
  { table: 'documents', column: 'warnings', key: 'key' },
  { table: 'documents', column: 'corrected', key: 'key' },
  { table: 'page_maps', column: 'pages', key: 'document_key' },
  { table: 'page_maps', column: 'outline', key: 'document_key' },
  { table: 'chunks', column: 'section_path', key: 'key' },
]

/** The index of metadata is written again for the keys that change. */
function replaceInMetadata(database: Database): void {
  const listed = database.all<{ key: number; collection_key: number; metadata: string }>(
    'SELECT key, collection_key, metadata FROM documents WHERE instr(metadata, ?) > 0',
    escaped,
  )
  for (const { key: documentKey, collection_key: collectionKey, metadata: written } of listed) {
    const stored: JsonObject = JSON.parse(written)
    if (!holdsNul(stored)) continue
    const metadata = replaceNul(stored, unitSeparator)
    database.run('UPDATE documents SET metadata = ? WHERE key = ?', JSON.stringify(metadata), documentKey)
    for (const [name, value] of Object.entries(stored)) {
      if (!holdsNul(name) && !holdsNul(value)) continue
      database.run('DELETE FROM metadata_values WHERE document_key = ? AND name = ?', documentKey, name)
      const changed = replaceNul({ [name]: value }, unitSeparator)
      insertMetadata(database, { collectionKey, documentKey, metadata: changed })
    }
  }
}
