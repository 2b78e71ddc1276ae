import { throwIfAborted } from '../../../core/model/failure.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { asBrokenSource, brokenSource } from '../text/broken-source.ts'
import { oneLine } from '../text/clean-text.ts'
import { joinPages } from '../text/join-pages.ts'
import { makeConverted } from '../text/make-converted.ts'
import { isCompound, openOfficeZip } from './open-office-zip.ts'
import { prepareWorkbooks, readWorkbook, type Sheet, type Workbook } from './read-workbook.ts'
import { renderSheet } from './render-sheet.ts'
import { repackSoundParts } from './repack-sound-parts.ts'

/** Spreadsheets: each sheet is a page with its name as heading and its cells, as shown, in a table. */
export const workbookConverters: readonly Converter[] = ['xlsx', 'xls', 'ods'].map(format => ({
  name: format,
  version: 1,
  formats: [format],
  isolated: true,
  prepare: prepareWorkbooks,
  async convert(raw, { password }, { signal }) {
    throwIfAborted(signal)
    if (format === 'xls' && !isCompound(raw.bytes))
      throw brokenSource(raw.name, 'is not an Excel workbook of the old binary kind')
    try {
      const { bytes, warnings } =
        format === 'xls'
          ? { bytes: raw.bytes, warnings: [] }
          : await repackSoundParts(await openOfficeZip(raw, signal), signal)
      const workbook = await readWorkbook({ ...raw, bytes }, password)
      const joined = joinPages(workbook.sheets.map(sheet => ({ label: null, markdown: pageOf(sheet) })))
      const empty = workbook.sheets.every(sheet => sheet.cells.length === 0)
      return makeConverted(raw, {
        fileType: format,
        ...(empty ? { markdown: '' } : joined),
        title: workbook.title,
        warnings: [...warnings, ...hidden(workbook)],
      })
    } catch (error) {
      throw asBrokenSource(raw.name, 'could not be read as a spreadsheet', error)
    }
  },
}))

function hidden(workbook: Workbook): string[] {
  return workbook.sheets.filter(sheet => sheet.hidden).map(sheet => `The sheet ${sheet.name} is hidden.`)
}

function pageOf(sheet: Sheet): string {
  return `## ${oneLine(sheet.name)}\n\n${renderSheet(sheet)}`
}
