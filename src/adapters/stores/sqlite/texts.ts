import type { Database } from './database.ts'

/** In UTF-16 code units. Large enough that most documents are one piece, small enough to read for one quote. */
const pieceLength = 65_536

const insert = 'INSERT INTO pieces (document_key, start, end, markdown) VALUES (?, ?, ?, ?)'
const readAll = 'SELECT start, markdown FROM pieces WHERE document_key = ? ORDER BY start'
const readTouching =
  'SELECT start, markdown FROM pieces WHERE document_key = ? AND start < ? AND end > ? ORDER BY start'

type Piece = { start: number; markdown: string }

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

/** The Markdown from `start` to `end` without reading the rest. */
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

/** Never between the halves of a surrogate pair: apart, they have no UTF-8 form. */
function pieceEnd(markdown: string, start: number): number {
  const end = Math.min(start + pieceLength, markdown.length)
  const last = markdown.charCodeAt(end - 1)
  const splitsPair = end < markdown.length && last >= 0xd800 && last <= 0xdbff
  return splitsPair ? end - 1 : end
}
