import { figure, type Grid, listMark } from './table-grid.ts'

/** Cells with more letters on average are running text in columns. */
const longestCell = 70
const longestUnruled = 32
/** The share of cells that have text, and of rows that have several cells with text. */
const filledShare = 0.4
const severalShare = { ruled: 0.4, unruled: 0.55 }
/** The share of figures from which rows without rules are a table although they are few. */
const figureShare = 0.35

/** Whether rows and columns are a table rather than running text, program code, a list or a table of contents. */
export function judgeTable(grid: Grid, isRuled: boolean): boolean {
  const cells = grid.map(row => row.cells)
  const filled = cells.flat().filter(cell => cell !== '')
  const columns = cells[0]?.length ?? 0
  if (cells.length < 2 || columns < 2) return false
  const letters = filled.reduce((sum, cell) => sum + cell.length, 0) / Math.max(1, filled.length)
  if (filled.length < filledShare * cells.length * columns) return false
  if (letters > (isRuled ? longestCell : longestUnruled)) return false
  if (isCode(grid) || isList(cells) || isContents(cells) || isAxis(cells) || hasProse(cells)) return false
  const several = cells.filter(row => new Set(row.filter(cell => cell !== '')).size > 1).length
  if (several < 2 || several < severalShare[isRuled ? 'ruled' : 'unruled'] * cells.length) return false
  const figures = filled.filter(cell => figure.test(cell)).length
  if (figures < figureShare * filled.length && isDrawnByColumns(grid)) return false
  if (isRuled) return true
  if (columns >= 3) return figures >= figureShare * filled.length || cells.length >= 6
  const values = cells.map(row => row[1] ?? '').filter(cell => cell !== '')
  return cells.length >= 4 && values.filter(cell => figure.test(cell)).length >= 0.7 * values.length
}

function isCode(grid: Grid): boolean {
  const lines = grid.flatMap(row => row.lines)
  const first = grid[0]?.cells.find(cell => cell !== '') ?? ''
  return (
    lines.filter(line => line.monospace).length > 0.6 * lines.length ||
    /^(?:algorithm|listing|procedure|function|input:|require:|ensure:)/i.test(first)
  )
}

/** Bullets or numbers with their items. */
function isList(cells: readonly string[][]): boolean {
  const marks = cells.map(row => row[0] ?? '').filter(cell => cell !== '')
  return cells[0]?.length === 2 && marks.filter(mark => listMark.test(mark)).length >= 0.5 * cells.length
}

/** Whether all lines left of a place are drawn before all lines right of it: columns of the page, not of a table. */
function isDrawnByColumns(grid: Grid): boolean {
  const lines = grid.flatMap(row => row.lines).sort((a, b) => a.x0 - b.x0)
  return lines.some((line, index) => {
    const left = lines.slice(0, index)
    const right = lines.slice(index)
    if (left.length < 3 || right.length < 3 || left.some(other => other.x1 > line.x0)) return false
    const [a, b] = [left, right].map(side => side.map(other => other.order))
    return Math.max(...(a ?? [])) < Math.min(...(b ?? []))
  })
}

/** Titles or their numbers, and after them pages that never decrease. */
function isContents(cells: readonly string[][]): boolean {
  const filled = cells.flat().filter(cell => cell !== '')
  const leaders = filled.filter(cell => /\.{4,}\s*\d+$|^\.{4,}/.test(cell))
  if (leaders.length >= 0.3 * filled.length) return true
  // The head of the page, with its own number, may be the first row.
  const last = cells.map(row => row.at(-1) ?? '').filter(cell => cell !== '')
  const pages = last.filter((page, index) => index > 0 || !/^[ivxlc]+$/i.test(page))
  if (cells.length < 3 || !pages.every(page => /^\d{1,4}$/.test(page)) || pages.length < 0.7 * cells.length)
    return false
  const isRising = pages.every((page, index) => Number(page) >= Number(pages[index - 1] ?? 0))
  const others = cells.flatMap(row => row.slice(0, -1)).filter(cell => cell !== '')
  const titles = others.filter(
    cell => /\p{L}{3}/u.test(cell) || /^(?:\d+(?:\.\d+)*\.?|[ivxlc]+)$/i.test(cell),
  )
  return isRising && (cells[0]?.length ?? 0) <= 3 && titles.length >= 0.9 * others.length
}

/** Numbers at equal distances: in a column, alone or on both sides, or in a row above titles: the scale of a chart. */
function isAxis(cells: readonly string[][]): boolean {
  const isColumn = cells.every(row => row.every(cell => cell === row[0] || cell === ''))
  if (cells.length > 2 && isColumn && isEven(cells.map(row => row[0] ?? ''))) return true
  const [first = [], ...others] = cells
  const areTitles = others.every(row => row.every(cell => !figure.test(cell)))
  return first.length > 3 && areTitles && isEven(first)
}

function isEven(texts: readonly string[]): boolean {
  const values = texts.map(text => (text === '' ? Number.NaN : Number(text.replace(/[,%]/g, ''))))
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? 0))
  return steps.every(step => Math.abs(step - (steps[0] ?? 0)) < 1e-6 * Math.abs(step))
}

/** Two columns whose cells go on in the next row, in lower case, are columns of running text. */
function hasProse(cells: readonly string[][]): boolean {
  const columns = (cells[0] ?? []).map((_, column) => cells.map(row => row[column] ?? ''))
  const prose = columns.filter(column => {
    const filled = column.filter(cell => cell !== '')
    const long = filled.filter(cell => cell.length > 20)
    const isContinued = long.filter(cell => /^[\p{Ll}(]/u.test(cell) || /[\p{Ll},]-?$/u.test(cell))
    return long.length >= 0.7 * filled.length && isContinued.length >= 0.8 * long.length && long.length > 3
  })
  return prose.length >= 2
}
