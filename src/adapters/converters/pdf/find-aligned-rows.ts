import { linkLines } from './link-lines.ts'
import { type Box, boundsOf } from './page-layout.ts'
import { figure, isInside, type TextLine, toRows } from './table-grid.ts'

/** In units of the size: rows of a table without rules are closer than this. */
const farthestRow = 3
const leastRows = 3
/** Longer lines are running text. */
const longestLine = 60

/**
 * Finds groups of rows that follow each other, each with at least two short cells that are aligned with the row above.
 * Lines of one cell, such as the rest of a long text or the name of a group of rows, may be between them.
 */
export function findAlignedRows(lines: readonly TextLine[], zones: readonly Box[]): TextLine[][] {
  return joinHalves(listColumns(lines, zones).flatMap(findGroups))
}

/** The share of rows that both halves of a wide table have in common. */
const commonShare = 0.9

/** Joins the halves of a table over two columns of the page: the right one has the same rows, and figures only. */
function joinHalves(groups: readonly TextLine[][]): TextLine[][] {
  const joined: TextLine[][] = []
  for (const group of groups) {
    const rows = toRows(group)
    const left = joined.find(other => {
      const beside = toRows(other)
      const common = rows.filter(([first]) =>
        beside.some(([cell]) => cell && first && Math.abs(cell.y1 - first.y1) < 0.3 * cell.size),
      )
      return (
        boundsOf(other).x1 < boundsOf(group).x0 &&
        common.length >= commonShare * Math.max(rows.length, beside.length)
      )
    })
    const figures = rows.filter(([first]) => first && figure.test(first.text)).length
    if (left && figures >= 0.8 * rows.length) left.push(...group)
    else joined.push([...group])
  }
  return joined
}

/** A line, and whether it may be a cell of a table. */
type Candidate = { line: TextLine; isOpen: boolean }

/** A block with this many lines, and this many letters in a line, is running text. */
const proseLines = 3
const proseLetters = 30

/** The lines of each column of the page; running text, program code and labels of a figure are no cells. */
function listColumns(lines: readonly TextLine[], zones: readonly Box[]): Candidate[][] {
  const blocks = linkLines(lines)
  const short = blocks.filter(block => block.length < proseLines).flat()
  const long = blocks.filter(
    block =>
      block.length >= proseLines &&
      block.reduce((sum, line) => sum + line.text.length, 0) > proseLetters * block.length,
  )
  const prose = long.filter(
    block => !isLastCell(block, short) || long.some(other => other !== block && isSameColumn(block, other)),
  )
  const isProse = new Set(prose.flat())
  const candidates = lines
    .filter(line => !zones.some(zone => isInside(line, zone)))
    .map(line => ({ line, isOpen: !isProse.has(line) && !line.monospace && line.text.length < longestLine }))
  const columns: Box[] = []
  for (const block of prose.map(boundsOf)) {
    const column = columns.find(other => Math.min(block.x1, other.x1) > Math.max(block.x0, other.x0))
    if (column)
      Object.assign(column, { x0: Math.min(column.x0, block.x0), x1: Math.max(column.x1, block.x1) })
    else columns.push({ ...block })
  }
  if (columns.length < 2) return [candidates]
  const isIn = (line: Box, { x0, x1 }: Box) =>
    (line.x0 + line.x1) / 2 >= x0 - 4 && (line.x0 + line.x1) / 2 <= x1 + 4
  return columns.map(column => candidates.filter(({ line }) => isIn(line, column)))
}

/** In points: edges of justified columns differ by less. */
const sameEdge = 2

function isSameColumn(a: readonly TextLine[], b: readonly TextLine[]): boolean {
  const [left, right] = [boundsOf(a), boundsOf(b)]
  return Math.abs(left.x0 - right.x0) < sameEdge && Math.abs(left.x1 - right.x1) < sameEdge
}

/** Whether a block begins beside two or more short cells: the wrapped text at the end of a row. */
function isLastCell(block: readonly TextLine[], short: readonly TextLine[]): boolean {
  const [first] = block
  if (!first) return false
  const beside = short.filter(
    line => Math.abs(line.y1 - first.y1) < 0.45 * first.size && line.x1 < first.x0 && line.text.length < 30,
  )
  return beside.length >= 2
}

function findGroups(candidates: readonly Candidate[]): TextLine[][] {
  const isOpen = new Set(candidates.flatMap(({ line, isOpen }) => (isOpen ? [line] : [])))
  const groups: TextLine[][] = []
  let group: TextLine[][] = []
  let single: TextLine[][] = []
  let count = 0
  const close = () => {
    const last = group.at(-1) ?? []
    const rest = single.filter(
      ([line]) => line && last.slice(1).some(cell => Math.abs(cell.x0 - line.x0) < 2),
    )
    if (count >= leastRows) groups.push([...group.flat(), ...rest.flat()])
    group = []
    single = []
    count = 0
  }
  for (const row of toRows(candidates.map(({ line }) => line))) {
    const last = group.findLast(other => other.length > 1)
    const before = single.at(-1) ?? group.at(-1)
    const [first] = row
    if (!first || !row.every(line => isOpen.has(line))) {
      close()
      continue
    }
    const isNear = before?.[0] !== undefined && isNextTo(before[0], first, row.length > 1 ? farthestRow : 1.5)
    if (row.length > 1) {
      if (!isNear || last === undefined || !isAligned(last, row)) close()
      group.push(...single, row)
      single = []
      count += 1
    } else if (before !== undefined && isNear && overlaps(boundsOf(group.flat()), first)) single.push(row)
    else close()
  }
  close()
  return groups
}

/** `reach` is in units of the size. Running heads are larger than the cells. */
function isNextTo(above: TextLine, below: TextLine, reach: number): boolean {
  const [small, large] = [Math.min(above.size, below.size), Math.max(above.size, below.size)]
  return below.y0 - above.y1 < reach * small && large < 1.3 * small
}

function overlaps(bounds: Box, line: Box): boolean {
  return line.x0 < bounds.x1 && line.x1 > bounds.x0
}

/** Whether two cells of a row begin, end or are centred where cells of the other row are. */
function isAligned(above: readonly TextLine[], below: readonly TextLine[]): boolean {
  const aligned = below.filter(cell =>
    above.some(other => {
      const slack = 0.5 * cell.size
      return (
        Math.abs(cell.x0 - other.x0) < slack ||
        Math.abs(cell.x1 - other.x1) < slack ||
        Math.abs(cell.x0 + cell.x1 - other.x0 - other.x1) < 2 * slack
      )
    }),
  )
  return aligned.length >= 2 && aligned.length >= 0.5 * Math.min(above.length, below.length)
}
