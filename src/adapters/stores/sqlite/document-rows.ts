import type { Document, DocumentSummary } from '../../../core/model/document.ts'
import type { PageLabelSource } from '../../../core/model/page-label.ts'
import { isoOfHttpDate } from '../../../core/text/moment.ts'
import type { Database } from './database.ts'

/** A row of a document with the name of its collection and the number of its chunks. */
export type SummaryRow = {
  key: number
  collection: string
  id: string
  source: string
  title: string
  file_type: string
  last_modified: string | null
  content_hash: string
  fingerprint: string
  created_at: string
  language: string
  metadata: string
  warnings: string
  page_label_source: PageLabelSource
  /** JSON; null when nothing is corrected. */
  corrected: string | null
  words: number
  chunk_count: number
}

export const summaryColumns = `
  documents.key, collections.name AS collection, documents.id, source, title, file_type, last_modified,
  content_hash, fingerprint, documents.created_at, language, metadata, warnings, page_label_source,
  corrected, words,
  (SELECT count(*) FROM chunks WHERE document_key = documents.key) AS chunk_count`

export const summaryTables = 'documents JOIN collections ON collections.key = documents.collection_key'

export function toSummary(row: SummaryRow): DocumentSummary {
  return {
    id: row.id,
    collection: row.collection,
    source: row.source,
    title: row.title,
    fileType: row.file_type,
    // Earlier versions stored the unparsed date of the HTTP header.
    lastModified: row.last_modified === null ? null : isoOfHttpDate(row.last_modified),
    contentHash: row.content_hash,
    fingerprint: row.fingerprint,
    createdAt: row.created_at,
    language: row.language,
    metadata: JSON.parse(row.metadata),
    warnings: JSON.parse(row.warnings),
    pageLabelSource: row.page_label_source,
    ...(row.corrected === null ? {} : { corrected: JSON.parse(row.corrected) }),
    chunkCount: row.chunk_count,
    words: row.words,
  }
}

export function toDocument(
  row: SummaryRow,
  text: { markdown: string; pages: string; outline: string },
): Document {
  const { chunkCount: _chunks, words: _words, ...rest } = toSummary(row)
  return {
    ...rest,
    markdown: text.markdown,
    pages: JSON.parse(text.pages),
    outline: JSON.parse(text.outline),
  }
}

/** In UTF-16 code units. Large enough that most documents are one piece, small enough to read for one quote. */
const pieceLength = 65_536

const insert = 'INSERT INTO pieces (document_key, start, end, markdown) VALUES (?, ?, ?, ?)'
const readAll = 'SELECT start, markdown FROM pieces WHERE document_key = ? ORDER BY start'
const readTouching =
  'SELECT start, markdown FROM pieces WHERE document_key = ? AND start < ? AND end > ? ORDER BY start'

type Piece = { start: number; markdown: string }

/** Stores the Markdown of a document in pieces. */
export function insertText(database: Database, documentKey: number, markdown: string): void {
  for (let start = 0; start < markdown.length; ) {
    const end = pieceEnd(markdown, start)
    database.run(insert, documentKey, start, end, markdown.slice(start, end))
    start = end
  }
}

export function readText(database: Database, documentKey: number): string {
  return database
    .all<Piece>(readAll, documentKey)
    .map(piece => piece.markdown)
    .join('')
}

/** Reads the Markdown from `start` to `end` without reading the rest. */
export function readSpan(
  database: Database,
  documentKey: number,
  span: { start: number; end: number },
): string {
  const pieces = database.all<Piece>(readTouching, documentKey, span.end, span.start)
  const first = pieces[0]?.start ?? 0
  return pieces
    .map(piece => piece.markdown)
    .join('')
    .slice(span.start - first, span.end - first)
}

/** Never splits a surrogate pair: its halves have no UTF-8 form. */
function pieceEnd(markdown: string, start: number): number {
  const end = Math.min(start + pieceLength, markdown.length)
  const last = markdown.charCodeAt(end - 1)
  const splitsPair = end < markdown.length && last >= 0xd800 && last <= 0xdbff
  return splitsPair ? end - 1 : end
}
