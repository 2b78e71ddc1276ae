import type { PageGeometry } from '../../../core/model/geometry.ts'
import { decodeLines, encodeLines } from '../../../core/model/geometry-codec.ts'
import type { Store } from '../../../core/ports/store.ts'
import type { Database } from './database.ts'

const insert = 'INSERT INTO page_geometry (document_key, page, lines) VALUES (?, ?, ?)'
const read = `SELECT page, lines FROM page_geometry JOIN documents ON documents.key = document_key
  WHERE documents.id = ? AND page BETWEEN ? AND ? ORDER BY page`

/** The functions of this file run inside a transaction. */
export function insertGeometry(
  database: Database,
  documentKey: number,
  geometry: readonly PageGeometry[],
): void {
  for (const { page, ...content } of geometry)
    if (content.lines.length > 0) database.run(insert, documentKey, page, encodeLines(content))
}

export function readGeometry(
  database: Database,
  id: string,
  pages: Parameters<Store['readGeometry']>[1],
): PageGeometry[] {
  const { first, last } = pages ?? { first: 0, last: Number.MAX_SAFE_INTEGER }
  return database
    .all<{ page: number; lines: Uint8Array }>(read, id, first, last)
    .flatMap(({ page, lines }) => {
      const decoded = decodeLines(lines)
      return decoded === null ? [] : [{ page, ...decoded }]
    })
}
