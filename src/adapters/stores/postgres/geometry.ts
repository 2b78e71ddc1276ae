import type { PageGeometry } from '../../../core/model/geometry.ts'
import { decodeLines, encodeLines } from '../../../core/model/geometry-codec.ts'
import type { Store } from '../../../core/ports/store.ts'
import { byteArrays } from './binary-values.ts'
import type { Sql } from './database.ts'
import type { DocumentKey } from './document-rows.ts'

const insert = `INSERT INTO quire.page_geometry (collection, document, page, lines)
  SELECT ?::bigint, ?::bigint, * FROM unnest(?::int[], ?::bytea[])`
const read = `SELECT page, lines FROM quire.page_geometry JOIN quire.documents
  ON documents.collection = page_geometry.collection AND documents.key = document
  WHERE documents.id = ? AND page BETWEEN ? AND ? ORDER BY page`
const lastPage = 2 ** 31 - 1

/** The functions of this file run inside a transaction. */
export async function insertGeometry(
  sql: Sql,
  { collection, key }: DocumentKey,
  geometry: readonly PageGeometry[],
): Promise<void> {
  const filled = geometry.filter(({ lines }) => lines.length > 0)
  if (filled.length === 0) return
  const pages = filled.map(({ page }) => page)
  const lines = filled.map(({ page: _page, ...content }) => encodeLines(content))
  await sql.run(insert, collection, key, pages, byteArrays(lines))
}

export async function readGeometry(
  sql: Sql,
  id: string,
  pages: Parameters<Store['readGeometry']>[1],
): Promise<PageGeometry[]> {
  const { first, last } = pages ?? { first: 0, last: lastPage }
  const rows = await sql.all<{ page: number; lines: Uint8Array }>(
    read,
    id,
    Math.max(0, first),
    Math.min(last, lastPage),
  )
  return rows.flatMap(({ page, lines }) => {
    const decoded = decodeLines(lines)
    return decoded === null ? [] : [{ page, ...decoded }]
  })
}
