import type { PageGeometry } from '../../../core/model/geometry.ts'
import { decodeLines } from '../../../core/model/geometry-codec.ts'
import type { Store } from '../../../core/ports/store.ts'
import type { Sql } from './database.ts'

const read = `SELECT page, lines FROM quire.page_geometry JOIN quire.documents
  ON documents.collection = page_geometry.collection AND documents.key = document
  WHERE documents.id = ? AND page BETWEEN ? AND ? ORDER BY page`
const lastPage = 2 ** 31 - 1

/** Inside a transaction. */
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
