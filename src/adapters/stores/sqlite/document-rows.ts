import type { Document, DocumentSummary } from '../../../core/model/document.ts'
import { isoOfHttpDate } from '../../../core/text/moment.ts'

/** A document as its row says it, with its collection's name and its chunks counted. */
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
  words: number
  chunk_count: number
}

export const summaryColumns = `
  documents.key, collections.name AS collection, documents.id, source, title, file_type, last_modified,
  content_hash, fingerprint, documents.created_at, language, metadata, warnings, words,
  (SELECT count(*) FROM chunks WHERE document_key = documents.key) AS chunk_count`

export const summaryTables = 'documents JOIN collections ON collections.key = documents.collection_key'

export function toSummary(row: SummaryRow): DocumentSummary {
  return {
    id: row.id,
    collection: row.collection,
    source: row.source,
    title: row.title,
    fileType: row.file_type,
    // Earlier versions stored the date of the HTTP header as it came.
    lastModified: row.last_modified === null ? null : isoOfHttpDate(row.last_modified),
    contentHash: row.content_hash,
    fingerprint: row.fingerprint,
    createdAt: row.created_at,
    language: row.language,
    metadata: JSON.parse(row.metadata),
    warnings: JSON.parse(row.warnings),
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
