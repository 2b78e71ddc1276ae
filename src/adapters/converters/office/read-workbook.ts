import type { RawSource } from '../../../core/model/source.ts'
import { lockedOffice } from './open-office-zip.ts'

export type Cell = { row: number; column: number; text: string; comment: string | null }
export type Sheet = { name: string; hidden: boolean; cells: Cell[] }
export type Workbook = { title: string | null; sheets: Sheet[] }

export function prepareWorkbooks(): Promise<unknown> {
  return import('@e965/xlsx')
}

/**
 * The one door to the spreadsheet library. Cells are taken one by one as they exist: a sheet's declared extent
 * may be millions of rows of nothing.
 */
export async function readWorkbook(raw: RawSource, password: string | null): Promise<Workbook> {
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
      // A damaged old workbook may be mistaken for a ZIP archive; that it is an encrypted one is then chance.
      if (error instanceof Error && /password|(?<!ZIP )encrypt/i.test(error.message))
        throw lockedOffice(raw.name)
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
