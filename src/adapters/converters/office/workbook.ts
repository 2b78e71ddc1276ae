import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { writeZip } from '../archive/write-zip.ts'
import type { Zip } from '../archive/zip.ts'
import { isCompound } from '../compound/compound-file.ts'
import { asBrokenSource, brokenSource, makeConverted } from '../text/make-converted.ts'
import { joinPages, markdownTable, oneLine } from '../text/markdown-parts.ts'
import { type EmbeddedObjects, readEmbedded } from './embedded-objects.ts'
import { chooseTitle } from './office-title.ts'
import { openOfficeZip } from './open-office-zip.ts'
import { lockedOffice, requireReadable, unlockOffice, wrongPassword } from './unlock-office.ts'

/** Spreadsheets: each sheet is a page with its name as heading and its cells, as displayed, in a table. */
export const workbookConverters: readonly Converter[] = ['xlsx', 'xls', 'ods'].map(format => ({
  name: format,
  version: 2,
  formats: [format],
  isolated: true,
  holdsFiles: format === 'xls',
  prepare: prepareWorkbooks,
  async convert(raw, { password }, { signal }) {
    throwIfAborted(signal)
    if (format === 'xls' && !isCompound(raw.bytes))
      throw brokenSource(raw.name, 'is not an Excel workbook in the old binary format')
    if (format === 'xls') requireReadable(raw, password)
    try {
      const { bytes, warnings } =
        format === 'xls'
          ? { bytes: raw.bytes, warnings: [] }
          : await repackSoundParts(await openOfficeZip(await unlockOffice(raw, password), signal), signal)
      const workbook = await readWorkbook({ ...raw, bytes }, password)
      const embedded = format === 'xls' ? await readEmbedded(raw.bytes) : { workbooks: [], files: [] }
      const sheets = [...workbook.sheets, ...(await embeddedSheets(embedded, raw))]
      const names = embedded.files.map(file => `- ${file.name}`).join('\n')
      const texts = [
        ...sheets.map(sheet => ({ label: null, markdown: pageOf(sheet) })),
        ...(names === '' ? [] : [{ label: null, markdown: `## Embedded files\n\n${names}` }]),
      ]
      const empty = names === '' && sheets.every(sheet => sheet.cells.length === 0)
      const converted = makeConverted(raw, {
        fileType: format,
        ...(empty ? { markdown: '' } : joinPages(texts)),
        title: chooseTitle([workbook.title], raw.name),
        warnings: [...warnings, ...hidden(workbook)],
      })
      return embedded.files.length === 0 ? converted : { ...converted, attachments: embedded.files }
    } catch (error) {
      throw asBrokenSource(raw.name, 'could not be read as a spreadsheet', error)
    }
  },
}))

/** The sheets with text of workbooks that are embedded in a sheet. */
async function embeddedSheets({ workbooks }: EmbeddedObjects, raw: RawSource): Promise<Sheet[]> {
  const sheets: Sheet[] = []
  for (const bytes of workbooks) {
    const inner = await readWorkbook({ ...raw, bytes }, null)
    sheets.push(...inner.sheets.filter(sheet => sheet.cells.length > 0))
  }
  return sheets
}

function hidden(workbook: Workbook): string[] {
  return workbook.sheets.filter(sheet => sheet.hidden).map(sheet => `The sheet ${sheet.name} is hidden.`)
}

function pageOf(sheet: Sheet): string {
  return `## ${oneLine(sheet.name)}\n\n${renderSheet(sheet)}`
}

/** Parts that only describe the appearance of a sheet. */
const wordless = /theme|styles|drawings|charts|docProps|calcChain|printerSettings/i

/**
 * Copies the parts of an office file that contain text into an uncompressed archive. Damaged parts are skipped with a
 * warning: the spreadsheet library hangs on some of them.
 */
async function repackSoundParts(
  zip: Zip,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; warnings: string[] }> {
  const files: { name: string; content: Uint8Array }[] = []
  const warnings: string[] = []
  for (const entry of zip.entries) {
    if (!/(\.xml|\.rels|^mimetype)$/.test(entry.name)) continue
    try {
      files.push({ name: entry.name, content: await zip.read(entry, signal) })
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'BROKEN_SOURCE') throw error
      if (!wordless.test(entry.name)) warnings.push(`The damaged part ${entry.name} was left out.`)
    }
  }
  return { bytes: writeZip(files), warnings }
}

export type Cell = { row: number; column: number; text: string; comment: string | null }
export type Sheet = { name: string; hidden: boolean; cells: Cell[] }
type Workbook = { title: string | null; sheets: Sheet[] }

function prepareWorkbooks(): Promise<unknown> {
  return import('@e965/xlsx')
}

/**
 * Reads a workbook; the only use of the library. Iterates over existing cells: the declared extent of a sheet may be
 * millions of empty rows.
 */
async function readWorkbook(raw: RawSource, password: string | null): Promise<Workbook> {
  const { read, utils } = await import('@e965/xlsx')
  const book = openBook()
  return {
    title: book.Props?.Title ?? null,
    sheets: book.SheetNames.map((name, index) => ({
      name,
      hidden: (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0,
      cells: Object.entries(book.Sheets[name] ?? {}).flatMap(([address, cell]) => readCell(address, cell)),
    })),
  }

  function openBook() {
    try {
      return read(raw.bytes, {
        type: 'array',
        cellFormula: false,
        cellHTML: false,
        dateNF: 'yyyy-mm-dd',
        ...(password === null ? {} : { password }),
      })
    } catch (error) {
      // The library may take a damaged old workbook for a ZIP archive; its message about encryption is then wrong.
      if (error instanceof Error && /password|(?<!ZIP )encrypt/i.test(error.message))
        throw password === null ? lockedOffice(raw.name) : wrongPassword(raw.name)
      throw error
    }
  }

  function readCell(address: string, cell: { w?: string; v?: unknown; c?: { t?: string }[] }): Cell[] {
    if (address.startsWith('!')) return []
    const { r: row, c: column } = utils.decode_cell(address)
    const text = (cell.w ?? (cell.v === undefined || cell.v === null ? '' : String(cell.v))).trim()
    const comment = (cell.c ?? [])
      .map(({ t }) => t ?? '')
      .join(' ')
      .trim()
    return text === '' && comment === ''
      ? []
      : [{ row, column, text, comment: comment === '' ? null : comment }]
  }
}

/** With more cells than this, a sparse sheet is not written as a table, which would be mostly empty. */
const maxTableCells = 5_000_000

/** Writes the rows and columns that contain text as one table, with comments below it. */
export function renderSheet(sheet: Sheet): string {
  const rows = new Map<number, Cell[]>()
  for (const cell of sheet.cells) {
    if (cell.text === '') continue
    const row = rows.get(cell.row)
    if (row === undefined) rows.set(cell.row, [cell])
    else row.push(cell)
  }
  const columns = [...new Set(sheet.cells.filter(cell => cell.text !== '').map(cell => cell.column))].sort(
    ascending,
  )
  const places = new Map(columns.map((column, place) => [column, place]))
  const ordered = [...rows].sort(([a], [b]) => a - b).map(([, cells]) => cells)
  const isSparse = ordered.length * columns.length > Math.max(maxTableCells, sheet.cells.length * 20)
  const lines = isSparse
    ? ordered.map(cells => cells.map(cell => oneLine(cell.text)).join(' | ')).join('\n')
    : markdownTable(ordered.map(cells => placeCells(cells, places)))
  return [lines, ...renderComments(sheet.cells)].join('\n\n')
}

function placeCells(cells: readonly Cell[], places: ReadonlyMap<number, number>): string[] {
  const row: string[] = []
  for (const cell of cells) row[places.get(cell.column) ?? 0] = cell.text
  return Array.from(row, text => text ?? '')
}

function renderComments(cells: readonly Cell[]): string[] {
  const comments = cells.filter(cell => cell.comment !== null)
  if (comments.length === 0) return []
  return [comments.map(cell => `- ${nameOf(cell)}: ${oneLine(cell.comment ?? '')}`).join('\n')]
}

/** Cell address, such as `B2`. */
function nameOf({ row, column }: Cell): string {
  let letters = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return `${letters}${row + 1}`
}

function ascending(a: number, b: number): number {
  return a - b
}
