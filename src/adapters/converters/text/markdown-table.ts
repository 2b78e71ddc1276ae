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

/** Nothing to clean or escape: words of printable ASCII with single spaces. Most cells of large tables are. */
const plainCell = /^(?:[!-{}~]+(?: [!-{}~]+)*)?$/

function escapeCell(cell: string): string {
  // A very long cell would exhaust the stack of the expression.
  if (cell.length <= 1000 && plainCell.test(cell)) return cell
  return oneLine(cell).replaceAll('|', '\\|')
}
