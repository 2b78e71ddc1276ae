import type { Document, DocumentSummary } from '../../../core/model/document.ts'
import { isoOfHttpDate } from '../../../core/text/moment.ts'
import {
  cutSpan,
  type DocumentColumns,
  documentOf,
  type Piece,
  splitText,
  summaryOf,
} from '../common/document-row.ts'
import type { Database } from './database.ts'

/** A row of a document with the name of its collection and the number of its chunks. */
export type SummaryRow = DocumentColumns & { collection: string }

export const summaryColumns = `
  documents.key, collections.name AS collection, documents.id, source, title, file_type, last_modified,
  content_hash, fingerprint, documents.created_at, language, metadata, warnings, page_label_source,
  corrected, words,
  (SELECT count(*) FROM chunks WHERE document_key = documents.key) AS chunk_count`

export const summaryTables = 'documents JOIN collections ON collections.key = documents.collection_key'

export function toSummary(row: SummaryRow): DocumentSummary {
  const { last_modified: stored } = row
  // Earlier versions stored the unparsed date of the HTTP header.
  const lastModified = stored === null ? null : isoOfHttpDate(stored)
  return { ...summaryOf(row, row.collection), lastModified }
}

export function toDocument(
  row: SummaryRow,
  text: { markdown: string; pages: string; outline: string },
): Document {
  return documentOf(toSummary(row), text)
}

const insert = 'INSERT INTO pieces (document_key, start, end, markdown) VALUES (?, ?, ?, ?)'
const readAll = 'SELECT start, markdown FROM pieces WHERE document_key = ? ORDER BY start'
const readTouching =
  'SELECT start, markdown FROM pieces WHERE document_key = ? AND start < ? AND end > ? ORDER BY start'

type StoredPiece = Pick<Piece, 'start' | 'markdown'>

/** Stores the Markdown of a document in pieces. */
export function insertText(database: Database, documentKey: number, markdown: string): void {
  for (const { start, end, markdown: text } of splitText(markdown))
    database.run(insert, documentKey, start, end, text)
}

export function readText(database: Database, documentKey: number): string {
  return database
    .all<StoredPiece>(readAll, documentKey)
    .map(piece => piece.markdown)
    .join('')
}

/** Reads the Markdown from `start` to `end` without reading the rest. */
export function readSpan(
  database: Database,
  documentKey: number,
  span: { start: number; end: number },
): string {
  const pieces = database.all<StoredPiece>(readTouching, documentKey, span.end, span.start)
  return cutSpan(pieces, span)
}
