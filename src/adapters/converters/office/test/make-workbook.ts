import { utils, write } from '@e965/xlsx'

/** A workbook with these rows in its sheets. */
export function makeWorkbook(
  bookType: 'xlsx' | 'biff8' | 'ods',
  sheets: Record<string, unknown[][]>,
): Buffer {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
  return write(book, { type: 'buffer', bookType })
}
