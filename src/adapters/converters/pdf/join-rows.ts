import { type Box, boundsOf } from './page-layout.ts'
import type { GridFacts, TextRow } from './read-grid.ts'
import { figure, type Grid, joinCell } from './table-grid.ts'

/** In units of the size: lines of one column are never closer than this. */
const leastPitch = 0.8
/** In units of the size: lines of one cell are closer than this. */
const cellPitch = 1.45
/** Headers have at most this many lines. */
const mostHeaderLines = 4

/**
 * Joins the lines of text that belong to one row of the table: cells of several lines, and labels that are set between
 * the lines of a row or between several rows.
 */
export function joinRows(rows: readonly TextRow[], facts: GridFacts): Grid {
  const levelled = joinOffsets(rows)
  const banded = levelled.map(row => ({ row, band: bandOf(row, facts.horizontal) }))
  const bands = [...Map.groupBy(banded, ({ band }) => band).values()].map(band => band.map(({ row }) => row))
  const isSeparated = bands.length >= 0.4 * levelled.length && bands.length > 3
  const tight = tightPitch(levelled)
  const joined = bands.flatMap((band, index) => {
    const isHeader = index === 0 && bands.length > 1
    if (isHeader && isOneHeader(band)) return mergeRows(band)
    if (isSeparated && !band.some(row => row.isSpanned) && !hasFigureRows(band)) return mergeRows(band)
    const lines = joinContinued(band, tight)
    if (isHeader) return fillHeader(lines)
    return bands.length > 2 ? fillLabels(lines) : lines
  })
  return joined.map(({ cells, lines }) => ({ cells, lines }))
}

/** How many rules are above a row. */
function bandOf({ box }: TextRow, rules: readonly Box[]): number {
  const middle = (box.y0 + box.y1) / 2
  const width = Math.max(...rules.map(rule => rule.x1 - rule.x0))
  return rules.filter(rule => rule.x1 - rule.x0 > 0.9 * width && rule.y0 < middle).length
}

/** Joins rows that are closer than lines can be: a label is centred beside the lines of its row, or beside two rows. */
function joinOffsets(rows: readonly TextRow[]): TextRow[] {
  const chains: TextRow[][] = []
  for (const row of rows) {
    const last = chains.at(-1)?.at(-1)
    if (last && isOffset({ ...last.box, size: last.size }, { ...row.box, size: row.size }))
      chains.at(-1)?.push(row)
    else chains.push([row])
  }
  return chains.flatMap(chain => {
    if (chain.length === 1) return chain
    const full = chain.filter(row => chain.some(other => other !== row && sharesColumn(row, other)))
    const isOneRow = !full.some(row => row.isSpanned) && !hasFigureRows(full)
    if (isOneRow) return mergeRows(chain)
    const labels = chain.filter(row => !full.includes(row))
    return full.map((row, index) => ({
      ...row,
      lines: index === 0 ? [...row.lines, ...labels.flatMap(label => label.lines)] : row.lines,
      cells: row.cells.map((cell, column) =>
        labels.reduce((text, label) => joinCell(text, label.cells[column] ?? ''), cell),
      ),
    }))
  })
}

/** Whether two lines are closer than lines of one column can be. */
export function isOffset(a: Box & { size: number }, b: Box & { size: number }): boolean {
  return Math.abs(b.y1 - a.y1) < leastPitch * Math.min(a.size, b.size)
}

function sharesColumn(a: TextRow, b: TextRow): boolean {
  return a.cells.some((cell, column) => cell !== '' && (b.cells[column] ?? '') !== '')
}

/** Whether two rows have figures in the same column. */
function hasFigureRows(rows: readonly TextRow[]): boolean {
  const columns = rows[0]?.cells.length ?? 0
  return Array.from({ length: columns }, (_, column) => column).some(
    column => rows.filter(({ cells }) => figure.test(cells[column] ?? '')).length >= 2,
  )
}

/** Merges the rows into one; empty when there are none. */
function mergeRows(rows: readonly TextRow[]): TextRow[] {
  return rows.slice(0, 1).map(first => ({
    ...first,
    lines: rows.flatMap(row => row.lines),
    cells: first.cells.map((_, column) =>
      rows.reduce((text, { cells }) => joinCell(text, cells[column] ?? ''), ''),
    ),
    box: boundsOf(rows.map(row => row.box)),
  }))
}

/** Whether the rows above the first rule are the lines of one header: none of them is a heading over columns. */
function isOneHeader(band: readonly TextRow[]): boolean {
  return band.length <= mostHeaderLines && !band.some(row => row.isSpanned) && !hasFigureRows(band)
}

/** The distance of lines of one cell, in units of the size, when rows are clearly farther apart; otherwise null. */
function tightPitch(rows: readonly TextRow[]): number | null {
  const steps = rows.slice(1).map((row, index) => ({
    pitch: (row.box.y1 - (rows[index]?.box.y1 ?? 0)) / row.size,
    isLabelled: (row.cells[0] ?? '') !== '',
  }))
  const within = steps.filter(step => !step.isLabelled).map(step => step.pitch)
  const between = steps.filter(step => step.isLabelled).map(step => step.pitch)
  if (within.length === 0 || between.length < 2) return null
  const [tight, usual] = [medianOf(within), medianOf(between)]
  return tight < cellPitch && usual > 1.25 * tight ? 1.1 * tight : null
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

function joinContinued(rows: readonly TextRow[], tight: number | null): TextRow[] {
  const joined: TextRow[] = []
  for (const row of rows) {
    const above = joined.at(-1)
    const pitch = above ? (row.box.y1 - above.box.y1) / row.size : Infinity
    const belongs = above !== undefined && (tight === null ? continues(above, row, pitch) : pitch <= tight)
    if (above && belongs && !above.isSpanned && !hasFigureRows([above, row]))
      joined.splice(-1, 1, ...mergeRows([above, row]))
    else joined.push(row)
  }
  return joined
}

/** Whether a row without a label has the rest of cells above it, and no figures of its own. */
function continues(above: TextRow, row: TextRow, pitch: number): boolean {
  const filled = row.cells.flatMap((cell, column) =>
    cell === '' ? [] : [{ cell, over: above.cells[column] ?? '' }],
  )
  if (pitch > cellPitch || filled.length === 0) return false
  const isRest = filled.every(
    ({ cell, over }) => over !== '' && (!figure.test(cell) || !figure.test(over) || /[-–]$/.test(over)),
  )
  if ((row.cells[0] ?? '') !== '')
    return (
      isRest && filled.length === 1 && /^[\p{Ll}(]/u.test(filled[0]?.cell ?? '') && above.cells.length > 2
    )
  return isRest && (above.cells[0] ?? '') !== '' && filled.length < row.cells.length - 1
}

/** Above the first rule, a heading beside one that is over several columns is that of the lower row too. */
function fillHeader(band: readonly TextRow[]): TextRow[] {
  const [first, second, ...others] = band
  if (!first?.isSpanned || !second || others.length > 0) return [...band]
  const isOwn = (column: number) =>
    first.cells[column] !== first.cells[column - 1] && first.cells[column] !== first.cells[column + 1]
  const cells = second.cells.map((cell, column) => cell || (isOwn(column) ? (first.cells[column] ?? '') : ''))
  return [first, { ...second, cells }]
}

/** Between two rules, a single label in the first column is that of all rows. */
function fillLabels(band: readonly TextRow[]): TextRow[] {
  const labels = band.map(row => row.cells[0] ?? '').filter(cell => cell !== '')
  const isFull = band.every(row => row.cells.slice(1).every(cell => cell !== ''))
  const [label] = labels
  if (label === undefined || labels.length !== 1 || band.length < 2 || !isFull) return [...band]
  return band.map(row => ({ ...row, cells: row.cells.with(0, label) }))
}
