import type { Converter } from '../../../ports/converter.ts'
import { asBrokenSource, brokenSource } from '../text/broken-source.ts'
import { oneLine } from '../text/clean-text.ts'
import { joinPages } from '../text/join-pages.ts'
import { makeConverted } from '../text/make-converted.ts'
import { isCompound, openOfficeZip } from './open-office-zip.ts'
import { readWorkbook, type Sheet } from './read-workbook.ts'
import { renderSheet } from './render-sheet.ts'

/** Spreadsheets: each sheet is a page with its name as heading and its cells, as shown, in a table. */
export const workbookConverters: readonly Converter[] = ['xlsx', 'xls', 'ods'].map(format => ({
  name: format,
  version: 1,
  formats: [format],
  isolated: true,
  async convert(raw, { password }, { signal }) {
    if (format !== 'xls') await openOfficeZip(raw, signal)
    else if (!isCompound(raw.bytes))
      throw brokenSource(raw.name, 'is not an Excel workbook of the old binary kind')
    try {
      const workbook = await readWorkbook(raw, password)
      const joined = joinPages(workbook.sheets.map(sheet => ({ label: null, markdown: pageOf(sheet) })))
      const empty = workbook.sheets.every(sheet => sheet.cells.length === 0)
      return makeConverted(raw, {
        fileType: format,
        ...(empty ? { markdown: '' } : joined),
        title: workbook.title,
        warnings: workbook.sheets
          .filter(sheet => sheet.hidden)
          .map(sheet => `The sheet ${sheet.name} is hidden.`),
      })
    } catch (error) {
      throw asBrokenSource(raw.name, 'could not be read as a spreadsheet', error)
    }
  },
}))

function pageOf(sheet: Sheet): string {
  return `## ${oneLine(sheet.name)}\n\n${renderSheet(sheet)}`
}
