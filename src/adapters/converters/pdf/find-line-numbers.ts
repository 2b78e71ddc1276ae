import type { Line, PageLayout } from './page-layout.ts'

/** How far the numbers of one column may be out of line, in points. */
const slack = 1.5
/** A column has this many numbers at least, and this share of them continues the count. */
const leastNumbers = 5
const leastShare = 0.8
const steps = [1, 2, 5, 10]

/** The numbers of lines that drafts, bills and court papers print in a margin: a column of numbers that count downwards. */
export function findLineNumbers(page: PageLayout): Set<Line> {
  const numbers = page.blocks
    .flatMap(block => block.lines)
    .filter(line => /^\d{1,5}$/.test(line.text))
    .sort((a, b) => a.y0 - b.y0)
  if (numbers.length < leastNumbers) return new Set()
  const columns = [columnsBy(numbers, line => line.x0), columnsBy(numbers, line => line.x1)].flat()
  return new Set(columns.filter(column => countsDown(column) && isInMargin(column, page)).flat())
}

/** Groups lines with the same edge; their order stays. */
function columnsBy(lines: readonly Line[], edgeOf: (line: Line) => number): Line[][] {
  const columns: { edge: number; lines: Line[] }[] = []
  for (const line of lines) {
    const column = columns.find(({ edge }) => Math.abs(edge - edgeOf(line)) <= slack)
    if (column) column.lines.push(line)
    else columns.push({ edge: edgeOf(line), lines: [line] })
  }
  return columns.map(column => column.lines)
}

function countsDown(column: readonly Line[]): boolean {
  if (column.length < leastNumbers) return false
  const values = column.map(line => Number(line.text))
  const pairs = values.slice(1).map((value, at) => value - (values[at] ?? 0))
  return steps.some(step => pairs.filter(pair => pair === step).length >= leastShare * pairs.length)
}

/** All other text of the page is on one side of the column: the first column of a table is not a margin. */
function isInMargin(column: readonly Line[], page: PageLayout): boolean {
  const [first, last] = [column[0], column.at(-1)]
  if (!first || !last) return false
  const beside = page.blocks
    .flatMap(block => block.lines)
    .filter(line => !/^\d+$/.test(line.text) && line.y0 >= first.y0 && line.y1 <= last.y1)
  const [left, right] = [Math.min(...column.map(line => line.x0)), Math.max(...column.map(line => line.x1))]
  return beside.every(line => line.x0 > right) || beside.every(line => line.x1 < left)
}
