import type { Document, DocumentSummary } from '../../../core/model/document.ts'
import type { PageLabelSource } from '../../../core/model/page-label.ts'
import type { Sql } from './database.ts'

/** A row of a document with the name of its collection. */
export type SummaryRow = {
  key: number
  collection: number
  name: string
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

export const summaryColumns = `documents.key, documents.collection, collections.name, documents.id, source, title, file_type,
  last_modified, content_hash, fingerprint, documents.created_at, language, metadata, warnings, page_label_source,
  corrected, words, chunk_count`

export const summaryTables =
  'quire.documents AS documents JOIN quire.collections AS collections ON collections.key = documents.collection'

export function toSummary(row: SummaryRow): DocumentSummary {
  return {
    id: row.id,
    collection: row.name,
    source: row.source,
    title: row.title,
    fileType: row.file_type,
    lastModified: row.last_modified,
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

export function toDocument(row: SummaryRow & { pages: string; outline: string }, markdown: string): Document {
  const { chunkCount: _chunks, words: _words, ...rest } = toSummary(row)
  return { ...rest, markdown, pages: JSON.parse(row.pages), outline: JSON.parse(row.outline) }
}

/** The collection and the key of a document. */
export type DocumentKey = { collection: number; key: number }

/** In UTF-16 code units. Large enough that most documents are one piece, small enough to read for one quote. */
const pieceLength = 65_536

const insert = `INSERT INTO quire.pieces (collection, document, start_at, end_at, markdown)
  SELECT ?::bigint, ?::bigint, * FROM unnest(?::int[], ?::int[], ?::text[])`
const readAll = 'SELECT markdown FROM quire.pieces WHERE collection = ? AND document = ? ORDER BY start_at'

/** Stores the Markdown of a document in pieces. */
export async function insertText(
  sql: Sql,
  { collection, key }: DocumentKey,
  markdown: string,
): Promise<void> {
  const starts: number[] = []
  for (let start = 0; start < markdown.length; start = pieceEnd(markdown, start)) starts.push(start)
  if (starts.length === 0) return
  const ends = starts.map(start => pieceEnd(markdown, start))
  const texts = starts.map((start, index) => markdown.slice(start, ends[index]))
  await sql.run(insert, collection, key, starts, ends, texts)
}

export async function readText(sql: Sql, { collection, key }: DocumentKey): Promise<string> {
  const pieces = await sql.all<{ markdown: string }>(readAll, collection, key)
  return pieces.map(piece => piece.markdown).join('')
}

/** Never splits a surrogate pair: its halves have no UTF-8 form. */
function pieceEnd(markdown: string, start: number): number {
  const end = Math.min(start + pieceLength, markdown.length)
  const last = markdown.charCodeAt(end - 1)
  const splitsPair = end < markdown.length && last >= 0xd800 && last <= 0xdbff
  return splitsPair ? end - 1 : end
}
