import type { Document, DocumentSummary } from '../../../core/model/document.ts'
import { type DocumentColumns, documentOf, splitText, summaryOf } from '../common/document-row.ts'
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

const insert = `INSERT INTO quire.pieces (collection, document, start_at, end_at, markdown)
  SELECT ?::bigint, ?::bigint, * FROM unnest(?::int[], ?::int[], ?::text[])`
const readAll = 'SELECT markdown FROM quire.pieces WHERE collection = ? AND document = ? ORDER BY start_at'

/** Stores the Markdown of a document in pieces. */
export async function insertText(
  sql: Sql,
  { collection, key }: DocumentKey,
  markdown: string,
): Promise<void> {
  const pieces = splitText(markdown)
  if (pieces.length === 0) return
  await sql.run(
    insert,
    collection,
    key,
    pieces.map(({ start }) => start),
    pieces.map(({ end }) => end),
    pieces.map(piece => piece.markdown),
  )
}

export async function readText(sql: Sql, { collection, key }: DocumentKey): Promise<string> {
  const pieces = await sql.all<{ markdown: string }>(readAll, collection, key)
  return pieces.map(piece => piece.markdown).join('')
}
