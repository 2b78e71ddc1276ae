import { columnsOf, findStrips, type Phrase, type Strip, splitPhrases, toPhrases } from './find-columns.ts'
import { isCaption } from './find-ruled-areas.ts'
import { isOffset, joinRows } from './join-rows.ts'
import { judgeTable } from './judge-table.ts'
import { type Box, boundsOf } from './page-layout.ts'
import type { Rules } from './sort-rules.ts'
import { figure, type Grid, joinCell, type TextLine, textOf, toRows } from './table-grid.ts'

/** A line of text across a table. A phrase over several columns is repeated in each of its cells. */
export type TextRow = {
  lines: TextLine[]
  cells: string[]
  /** Whether a phrase is repeated. */
  isSpanned: boolean
  box: Box
  size: number
}

export type GridFacts = Rules & { isRuled: boolean }

/**
 * Reads lines as the rows and columns of a table without a full grid of rules; null when they do not form one. A
 * heading over several columns is repeated in each of them.
 */
export function readGrid(lines: readonly TextLine[], facts: GridFacts): Grid | null {
  const rows = trimRows(toRows(lines)).map(row => ({ row, phrases: toPhrases(row, facts) }))
  if (rows.length < 2) return null
  const strips = findStrips(rows.filter((_, index) => isTelling(rows, index)).map(({ phrases }) => phrases))
  if (strips.length === 0) return null
  const split = rows.map(({ row, phrases }) => ({ row, phrases: splitPhrases(phrases, strips, facts) }))
  const body = split.findIndex(({ phrases }) => phrases.filter(phrase => isFigure(phrase)).length >= 2)
  const filled = split.map(({ row, phrases }, index): TextRow => {
    const below = split[index + 1]?.phrases ?? []
    const isHeader = body === -1 ? index === 0 : index < body
    const spans = phrases.map(phrase =>
      isHeader
        ? findSpan({ phrase, phrases, below, strips, rules: facts.horizontal })
        : startOf(phrase, strips),
    )
    return fillRow({ row, phrases, spans, columns: strips.length + 1 })
  })
  const joined = joinRows(mergeSigns(filled), facts)
  return judgeTable(joined, facts.isRuled) ? joined : null
}

/**
 * Whether a row shows columns. A row with one phrase is the heading of a group or running text, unless it is a label
 * between two lines.
 */
function isTelling(rows: readonly { row: TextLine[]; phrases: Phrase[] }[], index: number): boolean {
  const [one, above, below] = [rows[index], rows[index - 1], rows[index + 1]]
  if (!one || one.phrases.length > 1) return one !== undefined
  const isNear = (other: typeof one | undefined) =>
    other?.row[0] !== undefined && one.row[0] !== undefined && isOffset(other.row[0], one.row[0])
  return isNear(above) || isNear(below)
}

/** Longer lines alone in their row are running text, not the name of a group of rows. */
const longestName = 45
/** How many rows of text above and below the table are left out. */
const mostText = 6

/** Leaves out captions and running text above and below the rows. */
function trimRows(rows: readonly TextLine[][]): TextLine[][] {
  const isSingle = (row: readonly TextLine[]) => row.length === 1
  const isText = ([line, ...others]: readonly TextLine[]) =>
    line !== undefined && others.length === 0 && (isCaption(line.text) || line.text.length > longestName)
  const firstSeveral = rows.findIndex(row => !isSingle(row))
  const lastSeveral = rows.findLastIndex(row => !isSingle(row))
  const above = rows.slice(0, Math.min(mostText, firstSeveral))
  const below = rows.slice(Math.max(rows.length - mostText, lastSeveral + 1))
  const start = above.some(isText) ? above.length : 0
  const cut = below.findIndex(isText)
  return rows.slice(start, cut === -1 ? rows.length : rows.length - below.length + cut)
}

function isFigure({ words }: Phrase): boolean {
  return figure.test(words.map(word => word.text).join(' '))
}

type Span = { first: number; last: number }

/** The column of a cell below the header: a long text may reach into the next columns, but is not theirs. */
function startOf(phrase: Phrase, strips: readonly Strip[]): Span {
  const { first, last } = columnsOf(phrase, strips)
  if (first === last) return { first, last }
  // A figure that is aligned at its right end may begin before its column.
  return isFigure(phrase) ? { first: last, last } : { first, last: first }
}

/**
 * The columns of a heading: those that it reaches over, those of the rule below it, or the columns around it that are
 * empty in its row and filled in the next one.
 */
function findSpan(request: {
  phrase: Phrase
  phrases: readonly Phrase[]
  below: readonly Phrase[]
  strips: readonly Strip[]
  rules: readonly Box[]
}): Span {
  const { phrase, phrases, below, strips, rules } = request
  const own = columnsOf(phrase, strips)
  const taken = new Set(
    phrases.filter(other => other !== phrase).flatMap(other => listColumns(columnsOf(other, strips))),
  )
  if (listColumns(own).some(column => taken.has(column))) return startOf(phrase, strips)
  const underline = findUnderline(phrase, rules)
  const isShared =
    underline && phrases.some(other => other !== phrase && other.x1 > underline.x0 && other.x0 < underline.x1)
  if (underline && !isShared) return columnsOf({ x0: underline.x0 + 2, x1: underline.x1 - 2 }, strips)
  const columns = below.map(other => ({ ...columnsOf(other, strips), x0: other.x0, x1: other.x1 }))
  if (columns.length < phrases.length) return own
  const size = phrase.words[0]?.size ?? 10
  let best = own
  for (let first = own.first; first >= 0 && !taken.has(first); first -= 1)
    for (let last = own.last; last <= strips.length && !taken.has(last); last += 1) {
      const under = columns.filter(column => column.first >= first && column.last <= last)
      if (under.reduce((sum, column) => sum + listColumns(column).length, 0) <= last - first) continue
      const { x0, x1 } = boundsOf(under.map(column => ({ ...column, y0: 0, y1: 0 })))
      const isCentred = Math.abs(x0 + x1 - phrase.x0 - phrase.x1) < 2 * size
      if (isCentred && last - first > best.last - best.first) best = { first, last }
    }
  return best
}

function listColumns({ first, last }: Span): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** The rule below a heading that is shorter than the table and wider than the heading. */
function findUnderline({ x0, x1, words }: Phrase, rules: readonly Box[]): Box | undefined {
  const bottom = Math.max(...words.map(word => word.y1))
  const size = words[0]?.size ?? 10
  const width = Math.max(...rules.map(rule => rule.x1 - rule.x0))
  return rules.find(
    rule =>
      rule.x1 - rule.x0 < 0.9 * width &&
      rule.x0 < x0 + 2 &&
      rule.x1 > x1 - 2 &&
      rule.y0 > bottom - 0.6 * size &&
      rule.y0 < bottom + 0.6 * size,
  )
}

function fillRow(request: {
  row: TextLine[]
  phrases: readonly Phrase[]
  spans: readonly Span[]
  columns: number
}): TextRow {
  const { row, phrases, spans, columns } = request
  const cells: string[] = Array.from({ length: columns }, () => '')
  for (const [index, phrase] of phrases.entries()) {
    const text = textOf(phrase.words, row)
    for (const column of listColumns(spans[index] ?? { first: 0, last: 0 }))
      cells[column] = joinCell(cells[column] ?? '', text)
  }
  const isSpanned = spans.some(({ first, last }) => last > first)
  return { lines: row, cells, isSpanned, box: boundsOf(row), size: row[0]?.size ?? 10 }
}

/** Joins columns of signs to their figures: "$" to the column after it, "%" and ")" to the one before. */
function mergeSigns(rows: readonly TextRow[]): TextRow[] {
  let merged = [...rows]
  const width = rows[0]?.cells.length ?? 0
  for (let column = width - 1; column >= 0; column -= 1) {
    const texts = merged.map(({ cells }) => cells[column] ?? '').filter(text => text !== '')
    const isBefore = texts.length > 0 && texts.every(text => /^(?:[$€£¥]|US\$|\()+$/.test(text))
    const isAfter = texts.length > 0 && texts.every(text => /^[%)]+$/.test(text))
    const into = isBefore ? column + 1 : isAfter ? column - 1 : null
    if (into === null || into < 0 || into >= (merged[0]?.cells.length ?? 0)) continue
    merged = merged.map(row => {
      const [left, right] = [row.cells[Math.min(column, into)] ?? '', row.cells[Math.max(column, into)] ?? '']
      const cells = row.cells.with(into, left + right).toSpliced(column, 1)
      return { ...row, cells }
    })
  }
  return merged
}
