import { cutTo, padTo, widthOf } from './style.ts'
import type { Terminal } from './terminal.ts'

export type Column<Row> = {
  title: string
  cell(row: Row): string
  align?: 'right'
  /** Is shortened when the terminal is narrow. */
  isFlexible?: boolean
}

const gap = '  '
const smallestFlexible = 12

/** Prints rows in aligned columns under their titles. Flexible columns share the width that the others leave. */
export function renderTable<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  terminal: Terminal,
): string {
  const cells = rows.map(row => columns.map(column => joinLines(column.cell(row))))
  const natural = columns.map((column, index) =>
    Math.max(widthOf(column.title), ...cells.map(line => widthOf(line[index] ?? ''))),
  )
  const widths = fit(natural, columns, terminal.columns)
  const head = columns.map((column, index) => padCell(column.title, column, widths[index] ?? 0))
  const body = cells.map(line =>
    columns.map((column, index) =>
      padCell(cutTo(line[index] ?? '', widths[index] ?? 0), column, widths[index] ?? 0),
    ),
  )
  const lines = [terminal.style.dim(head.join(gap).trimEnd()), ...body.map(line => line.join(gap).trimEnd())]
  return lines.join('\n')
}

function fit<Row>(natural: readonly number[], columns: readonly Column<Row>[], room: number): number[] {
  const flexible = columns.flatMap((column, index) => (column.isFlexible ? [index] : []))
  const widths = [...natural]
  let excess = natural.reduce((sum, width) => sum + width, 0) + gap.length * (columns.length - 1) - room
  while (excess > 0) {
    const widest = flexible.reduce(
      (best, index) => ((widths[index] ?? 0) > (widths[best] ?? 0) ? index : best),
      -1,
    )
    const index = widest === -1 ? flexible[0] : widest
    if (index === undefined || (widths[index] ?? 0) <= smallestFlexible) break
    widths[index] = (widths[index] ?? 0) - 1
    excess -= 1
  }
  return widths
}

function padCell<Row>(text: string, column: Column<Row>, width: number): string {
  return column.align === 'right' ? ' '.repeat(Math.max(0, width - widthOf(text))) + text : padTo(text, width)
}

function joinLines(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
