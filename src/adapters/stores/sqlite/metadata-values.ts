import { createHash } from 'node:crypto'
import type { JsonObject, JsonValue } from '../../../core/model/json.ts'
import type { Database } from './database.ts'

/** How a metadata value is filed. Members are the items of a list; nested objects are not filed. */
export type MetadataKind = 'text' | 'number' | 'boolean' | 'member-text' | 'member-number'

/** Longer texts are filed by their beginning and a hash: equality and prefixes still hold, the index stays small. */
export const filedLength = 200

const insert = `INSERT OR IGNORE INTO metadata_values (collection_key, name, kind, value, document_key)
  VALUES (?, ?, ?, ?, ?)`

export function insertMetadata(
  database: Database,
  document: { collectionKey: number; documentKey: number; metadata: JsonObject },
): void {
  for (const [name, value] of Object.entries(document.metadata))
    for (const filed of fileValue(value))
      database.run(insert, document.collectionKey, name, filed.kind, filed.value, document.documentKey)
}

export function fileText(text: string): string {
  if (text.length <= filedLength) return text
  return `${text.slice(0, filedLength)}\u0000${createHash('sha256').update(text, 'utf16le').digest('hex')}`
}

function fileValue(value: JsonValue): { kind: MetadataKind; value: string | number }[] {
  if (typeof value === 'string') return [{ kind: 'text', value: fileText(value) }]
  if (typeof value === 'number') return [{ kind: 'number', value }]
  if (typeof value === 'boolean') return [{ kind: 'boolean', value: Number(value) }]
  if (!Array.isArray(value)) return []
  return value.flatMap<{ kind: MetadataKind; value: string | number }>(item => {
    if (typeof item === 'string') return [{ kind: 'member-text', value: fileText(item) }]
    return typeof item === 'number' ? [{ kind: 'member-number', value: item }] : []
  })
}
