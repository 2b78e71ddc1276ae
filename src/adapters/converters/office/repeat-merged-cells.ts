import type { Dom, DomElement } from '../web/parse-html.ts'

/** Wider or higher cells are an attack or an accident. */
const maxSpan = 1000
const maxCells = 100_000

/** Writes merged cells into every column and row that they cover: a Markdown table has no merged cells. */
export function repeatMergedCells($: Dom): void {
  for (const table of $('table').toArray()) {
    const isOwn = (_: number, part: DomElement) => $(part).closest('table').is(table)
    const rows = $(table).find('tr').filter(isOwn).toArray()
    const merged = $(table).find('[colspan], [rowspan]').filter(isOwn)
    if (merged.length > 0) fillGrid($, rows)
  }
}

function fillGrid($: Dom, rows: readonly DomElement[]): void {
  /** Cells that continue in the rows below: column → cell and how many rows are left. */
  const open = new Map<number, { cell: DomElement; left: number }>()
  let written = 0
  for (const row of rows) {
    const cells = $(row).children('td, th').toArray()
    const filled: DomElement[] = []
    const continued = (): DomElement | undefined => {
      const above = open.get(filled.length)
      if (above === undefined) return undefined
      if (above.left === 1) open.delete(filled.length)
      else above.left -= 1
      return above.cell
    }
    for (const cell of [...cells, null]) {
      for (let above = continued(); above !== undefined; above = continued()) filled.push(copyOf($, above))
      if (cell === null) break
      const width = spanOf(cell, 'colspan')
      const height = spanOf(cell, 'rowspan')
      delete cell.attribs.colspan
      delete cell.attribs.rowspan
      for (let column = 0; column < width; column++) {
        if (height > 1) open.set(filled.length, { cell, left: height - 1 })
        filled.push(column === 0 ? cell : copyOf($, cell))
      }
    }
    written += filled.length
    if (written > maxCells) return
    $(row).append(filled)
  }
}

function copyOf($: Dom, cell: DomElement): DomElement {
  // SAFETY: the copy of an element is an element.
  return $(cell).clone()[0] as DomElement
}

function spanOf(cell: DomElement, name: 'colspan' | 'rowspan'): number {
  const span = Number(cell.attribs[name] ?? 1)
  return Number.isInteger(span) && span >= 1 ? Math.min(span, maxSpan) : 1
}
