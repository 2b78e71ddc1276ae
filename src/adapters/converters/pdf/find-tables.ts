import { linkLines } from './link-lines.ts'
import { type Block, type Box, boundsOf, type Line, type Word } from './page-layout.ts'
import { readGrid } from './read-grid.ts'

/** A line with the words that it consists of. */
export type TextLine = Line & { words: Word[] }

export type FoundTables = { tables: Block[]; rest: TextLine[] }

/**
 * Finds the tables of a page: areas between rules, and rows of short cells that are aligned in columns. Returns them as
 * blocks whose lines are rows of Markdown, and the lines that are not part of a table.
 */
export function findTables(
  lines: readonly TextLine[],
  { rules, zones }: { rules: readonly Box[]; zones: readonly Box[] },
): FoundTables {
  const tables: Block[] = []
  let rest = [...lines]
  const areas = findRuledAreas(rules)
  for (const area of areas) {
    const inside = rest.filter(line => isInside(line, area.box))
    const grid = readGrid(inside, { rules: area.rules, isRuled: true })
    if (grid === null) continue
    tables.push(toBlock(grid))
    rest = rest.filter(line => !inside.includes(line))
  }
  for (const inside of listColumns(rest, zones).flatMap(findAlignedRows)) {
    const grid = readGrid(inside, { rules: [], isRuled: false })
    if (grid === null) continue
    tables.push(toBlock(grid))
    rest = rest.filter(line => !inside.includes(line))
  }
  return { tables, rest }
}

/** The rows of a table with the lines of each. */
export type Grid = { cells: string[][]; rows: TextLine[][] }

function toBlock({ cells, rows }: Grid): Block {
  const width = Math.max(...cells.map(row => row.length))
  const separator = `|${' --- |'.repeat(width)}`
  const lines = rows.map((row, index): Line => {
    const [first] = row
    const text = `| ${(cells[index] ?? []).map(cell => cell.replaceAll('|', '\\|') || ' ').join(' | ')} |`
    return {
      ...boundsOf(row),
      text: index === 0 ? `${text}\n${separator}` : text,
      size: first?.size ?? 0,
      monospace: false,
      bold: false,
      italic: false,
      order: Math.min(...row.map(line => line.order)),
      tagged: row[0]?.tagged ?? null,
    }
  })
  return { lines, ...boundsOf(lines), table: null, role: 'table' }
}

function isInside(line: Box, area: Box): boolean {
  const [x, y] = [(line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2]
  return x > area.x0 - 2 && x < area.x1 + 2 && y > area.y0 && y < area.y1
}

/** In points: ends of rules of one table differ by less. */
const sameEnd = 6
/** In points: shorter rules underline words. */
const leastRule = 40
/** In points: rules farther apart frame the page. */
const farthestRules = 500

type Area = { box: Box; rules: Box[] }

/** Areas between horizontal rules of the same width, the topmost and the bottommost of each. */
function findRuledAreas(rules: readonly Box[]): Area[] {
  const horizontal = joinRules(rules.filter(rule => rule.y1 - rule.y0 <= 2.5)).filter(
    rule => rule.x1 - rule.x0 >= leastRule,
  )
  const areas: Area[] = []
  for (const rule of horizontal.sort((a, b) => a.y0 - b.y0)) {
    const area = areas.find(
      ({ box }) =>
        Math.abs(box.x0 - rule.x0) < sameEnd &&
        Math.abs(box.x1 - rule.x1) < sameEnd &&
        rule.y0 - box.y1 < farthestRules / 2 &&
        rule.y1 - box.y0 < farthestRules,
    )
    if (area) {
      area.rules.push(rule)
      area.box.y1 = Math.max(area.box.y1, rule.y1)
    } else areas.push({ box: { ...rule }, rules: [rule] })
  }
  return areas
    .filter(area => area.rules.length >= 2 && area.box.y1 - area.box.y0 > 12)
    .map(({ box, rules: own }) => ({
      box,
      rules: [...own, ...horizontal.filter(rule => !own.includes(rule) && isInside(rule, box))],
    }))
}

/** Joins pieces of rules that lie on one line, as programs draw the borders of cells. */
function joinRules(rules: readonly Box[]): Box[] {
  const joined: Box[] = []
  for (const rule of rules.toSorted((a, b) => Math.round(a.y0) - Math.round(b.y0) || a.x0 - b.x0)) {
    const last = joined.findLast(other => Math.abs(other.y0 - rule.y0) < 1.5 && rule.x0 - other.x1 < 4)
    if (last && rule.x0 >= last.x0 - 1) last.x1 = Math.max(last.x1, rule.x1)
    else joined.push({ ...rule })
  }
  return joined
}

/** A block with this many lines, and this many letters in a line, is running text. */
const proseLines = 3
const proseLetters = 30

/**
 * The lines that may be cells of a table without rules, for each column of the page: not running text, program code or
 * labels of a figure.
 */
function listColumns(lines: readonly TextLine[], zones: readonly Box[]): TextLine[][] {
  const prose = linkLines(lines).filter(
    block =>
      block.length >= proseLines &&
      block.reduce((sum, line) => sum + line.text.length, 0) > proseLetters * block.length,
  )
  const isProse = new Set(prose.flat())
  const open = lines.filter(
    line => !isProse.has(line) && !line.monospace && !zones.some(zone => isInside(line, zone)),
  )
  const columns: Box[] = []
  for (const block of prose.map(boundsOf)) {
    const column = columns.find(other => Math.min(block.x1, other.x1) > Math.max(block.x0, other.x0))
    if (!column) columns.push({ ...block })
    else {
      column.x0 = Math.min(column.x0, block.x0)
      column.x1 = Math.max(column.x1, block.x1)
    }
  }
  if (columns.length < 2) return [open]
  const isIn = (line: Box, { x0, x1 }: Box) =>
    (line.x0 + line.x1) / 2 >= x0 - 4 && (line.x0 + line.x1) / 2 <= x1 + 4
  return columns.map(column => open.filter(line => isIn(line, column)))
}

/** In units of the size: rows of a table without rules are closer than this. */
const farthestRow = 3
const leastRows = 3

/** Groups of rows that follow each other, each with at least two short cells that are aligned with the row above. */
function findAlignedRows(lines: readonly TextLine[]): TextLine[][] {
  const rows = toRows(lines.filter(line => line.text.length < 60))
  const groups: TextLine[][] = []
  let group: TextLine[][] = []
  const close = () => {
    if (group.length >= leastRows) groups.push(group.flat())
    group = []
  }
  for (const row of rows) {
    const last = group.at(-1)
    const [first] = row
    const isNext =
      last?.[0] !== undefined &&
      first !== undefined &&
      first.y0 - last[0].y1 < farthestRow * first.size &&
      isAligned(last, row)
    if (row.length < 2) {
      // A single cell, such as the name of a group of rows, may interrupt the rows.
      if (group.length === 0 || last === undefined || first === undefined || !isNearBy(last, first)) close()
      continue
    }
    if (!isNext) close()
    group.push(row)
  }
  close()
  return groups
}

function isNearBy(row: readonly TextLine[], line: TextLine): boolean {
  const bounds = boundsOf(row)
  return line.y0 - bounds.y1 < 1.5 * line.size && line.x0 < bounds.x1 && line.x1 > bounds.x0
}

/** Groups lines on one baseline, from top to bottom, each row from left to right. */
export function toRows(lines: readonly TextLine[]): TextLine[][] {
  const rows: TextLine[][] = []
  for (const line of lines.toSorted((a, b) => a.y1 - b.y1 || a.x0 - b.x0)) {
    const row = rows.findLast(
      other => other[0] !== undefined && Math.abs(other[0].y1 - line.y1) < 0.45 * line.size,
    )
    if (row && rows.indexOf(row) >= rows.length - 2) row.push(line)
    else rows.push([line])
  }
  return rows.map(row => row.sort((a, b) => a.x0 - b.x0))
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
