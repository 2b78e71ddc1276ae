import type { RawSource } from '../../../../core/model/source.ts'
import { decodeText } from '../../../../core/text/decode-text.ts'
import { readDelimited, sniffDelimiter } from '../../../../core/text/read-delimited.ts'
import type { DirectoryTable } from './member-directory.ts'
import { type PersonGatherer, personGatherer } from './person-gatherer.ts'
import { tableKinds } from './table-kinds.ts'

export type TableRow = { get(...columns: string[]): string }

export type MemberTables = { table: DirectoryTable; warnings: string[] }

/**
 * Look-up tables of members as public data sets have them; what a table holds is told by its header, and several
 * tables complete each other through the parliament's id, else through the full name.
 */
export function readMemberTables(files: readonly RawSource[]): MemberTables {
  const gatherer = personGatherer()
  const warnings: string[] = []
  // Names come before what is attached to them, in whatever order the files are given.
  const tables = files.map(file => ({ file, rows: readRows(file) }))
  const ranked = tables
    .map(({ file, rows }) => ({ file, rows, rank: tableKinds.findIndex(kind => kind.fits(rows.columns)) }))
    .toSorted((one, other) => one.rank - other.rank)
  for (const { file, rows, rank } of ranked) {
    const kind = tableKinds[rank]
    if (kind === undefined)
      warnings.push(`${file.name} is no table of members that could be recognised; it was left out.`)
    else gather(kind.gather, rows, gatherer)
  }
  return { table: gatherer.finish(), warnings }
}

type Rows = { columns: ReadonlySet<string>; rows: TableRow[] }

function gather(
  take: (row: TableRow, gatherer: PersonGatherer) => void,
  { rows }: Rows,
  gatherer: PersonGatherer,
): void {
  for (const row of rows) take(row, gatherer)
}

function readRows(file: RawSource): Rows {
  const { text } = decodeText(file)
  const [header = [], ...lines] = [...readDelimited(text, sniffDelimiter(text))]
  const columns = new Map(header.map((name, at) => [columnKey(name), at]))
  const rows = lines.map(cells => ({
    get: (...names: string[]) => {
      for (const name of names) {
        const value = cells[columns.get(name) ?? -1]?.trim() ?? ''
        if (value !== '' && value !== 'NA') return value
      }
      return ''
    },
  }))
  return { columns: new Set(columns.keys()), rows }
}

function columnKey(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '')
}
