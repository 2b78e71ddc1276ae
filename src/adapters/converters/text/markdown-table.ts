import { oneLine } from './clean-text.ts'

/** A Markdown table whose first row is the header; short rows are filled up, empty tables give nothing. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0)
  const [header, ...body] = rows
  if (header === undefined || width === 0) return ''
  return [tableRow(header, width), separatorRow(width), ...body.map(row => tableRow(row, width))].join('\n')
}

export function tableRow(cells: readonly string[], width: number): string {
  const filled = Array.from({ length: width }, (_, index) => escapeCell(cells[index] ?? ''))
  return `| ${filled.join(' | ')} |`
}

export function separatorRow(width: number): string {
  return `|${' --- |'.repeat(width)}`
}

function escapeCell(cell: string): string {
  return oneLine(cell).replaceAll('|', '\\|')
}
