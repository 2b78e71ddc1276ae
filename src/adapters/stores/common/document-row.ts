import type { Document, DocumentSummary } from '../../../core/model/document.ts'
import type { PageLabelSource } from '../../../core/model/page-label.ts'

/** The columns of a document that every store has, without the collection and the text. */
export type DocumentColumns = {
  key: number
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

/** The columns that describe a document, in the order in which both stores insert them. */
export function documentValues(document: Document): (string | null)[] {
  return [
    document.id,
    document.source,
    document.title,
    document.fileType,
    document.lastModified,
    document.contentHash,
    document.fingerprint,
    document.createdAt,
    document.language,
    JSON.stringify(document.metadata),
    JSON.stringify(document.warnings),
    document.pageLabelSource,
    document.corrected === undefined ? null : JSON.stringify(document.corrected),
  ]
}

/** `collection` is the name. */
export function summaryOf(row: DocumentColumns, collection: string): DocumentSummary {
  return {
    id: row.id,
    collection,
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

/** `pages` and `outline` are JSON. */
export function documentOf(
  { chunkCount: _chunks, words: _words, ...rest }: DocumentSummary,
  { markdown, pages, outline }: { markdown: string; pages: string; outline: string },
): Document {
  return { ...rest, markdown, pages: JSON.parse(pages), outline: JSON.parse(outline) }
}

export type Piece = { start: number; end: number; markdown: string }

/** In UTF-16 code units. Large enough that most documents are one piece, small enough to read for one quote. */
const pieceLength = 65_536

/** Splits the Markdown of a document into the pieces that are stored. */
export function splitText(markdown: string): Piece[] {
  const pieces: Piece[] = []
  for (let start = 0; start < markdown.length; ) {
    const end = pieceEnd(markdown, start)
    pieces.push({ start, end, markdown: markdown.slice(start, end) })
    start = end
  }
  return pieces
}

/** Never splits a surrogate pair: its halves have no UTF-8 form. */
function pieceEnd(markdown: string, start: number): number {
  const end = Math.min(start + pieceLength, markdown.length)
  const last = markdown.charCodeAt(end - 1)
  const splitsPair = end < markdown.length && last >= 0xd800 && last <= 0xdbff
  return splitsPair ? end - 1 : end
}

/** The text of a span, from the pieces that it touches, in order. */
export function cutSpan(
  pieces: readonly Pick<Piece, 'start' | 'markdown'>[],
  span: { start: number; end: number },
): string {
  const first = pieces[0]?.start ?? 0
  return pieces
    .map(piece => piece.markdown)
    .join('')
    .slice(span.start - first, span.end - first)
}
