import type { Document, DocumentSummary } from '../../../core/model/document.ts'
import { cutSpan, type DocumentColumns, documentOf, summaryOf } from '../common/document-row.ts'
import type { Sql } from './database.ts'

/** A row of a document with the key and the name of its collection. */
export type SummaryRow = DocumentColumns & { collection: number; name: string }

export const summaryColumns = `documents.key, documents.collection, collections.name, documents.id, source, title, file_type,
  last_modified, content_hash, fingerprint, documents.created_at, language, metadata, warnings, page_label_source,
  corrected, words, chunk_count`

export const summaryTables =
  'quire.documents AS documents JOIN quire.collections AS collections ON collections.key = documents.collection'

export function toSummary(row: SummaryRow): DocumentSummary {
  return summaryOf(row, row.name)
}

export function toDocument(row: SummaryRow & { pages: string; outline: string }, markdown: string): Document {
  return documentOf(toSummary(row), { ...row, markdown })
}

/** The collection and the key of a document. */
export type DocumentKey = { collection: number; key: number }

const readTouching = `SELECT start_at AS start, markdown FROM quire.pieces
  WHERE collection = ? AND document = ? AND start_at < ? AND end_at > ? ORDER BY start_at`
const readAll = 'SELECT markdown FROM quire.pieces WHERE collection = ? AND document = ? ORDER BY start_at'

export async function readText(sql: Sql, { collection, key }: DocumentKey): Promise<string> {
  const pieces = await sql.all<{ markdown: string }>(readAll, collection, key)
  return pieces.map(piece => piece.markdown).join('')
}

/** The text between two places of a document, in UTF-16 code units. */
export async function readSpan(
  sql: Sql,
  { collection, key }: DocumentKey,
  { start, end }: { start: number; end: number },
): Promise<string> {
  const pieces = await sql.all<{ start: number; markdown: string }>(readTouching, collection, key, end, start)
  return cutSpan(pieces, { start, end })
}
