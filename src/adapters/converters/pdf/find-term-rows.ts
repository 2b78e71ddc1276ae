import { figure, listMark, type TextLine } from './table-grid.ts'

/** A term, its meaning beside it, and the further lines of the meaning. */
type Term = { term: TextLine; meaning: TextLine; rest: TextLine[] }

const leastRows = 3
/** In letters: longer lines on the left are running text. */
const longestTerm = 32
/** In units of the size: how far the meaning begins behind its term, and how far the next row is below. */
const leastGap = 0.9
const farthestRow = 3.5
/** In units of the size: lines of one meaning are closer than this, and may be indented by this much. */
const meaningPitch = 1.6
const meaningIndent = 3
/** In letters; and columns of running text fill more of their width than longer terms do. */
const shortTerm = 18
const mostFilled = 0.75
/** Longer meanings are paragraphs with a title beside them. */
const mostLines = 2.5

/**
 * Finds lists of terms with their meanings beside them, set without rules, as in reference cards: each meaning is drawn
 * directly after its term, and all of them begin at the same place. Returns the rows of each list.
 */
export function findTermRows(lines: readonly TextLine[]): TextLine[][][] {
  const groups: Term[][] = []
  const pairs = findPairs(lines)
  const taken = new Set(pairs.flatMap(({ term, meaning }) => [term, meaning]))
  const free = lines.filter(line => !taken.has(line))
  for (const pair of pairs.toSorted((a, b) => a.term.y1 - b.term.y1)) {
    const rest = findRest(pair.meaning, free)
    const group = groups.find(
      other => isNextRow(other.at(-1), pair) && !isSeparated(other.at(-1), pair, free),
    )
    if (group) group.push({ ...pair, rest })
    else groups.push([{ ...pair, rest }])
  }
  return groups
    .filter(group => isTermList(groups.filter(other => isAligned(other[0], group[0])).flat(), free))
    .map(group => toRows(group, free))
}

/** Whether two rows are set alike, also where text separates them. */
function isAligned(a: Term | undefined, b: Term | undefined): boolean {
  if (!a || !b) return false
  return isBelow(b.term, a.term) && Math.abs(a.meaning.x0 - b.meaning.x0) < 0.3 * b.term.size
}

/** The rows with the lines between them that begin like terms: long terms, which leave no gap before their meaning. */
function toRows(group: readonly Term[], free: readonly TextLine[]): TextLine[][] {
  const [first, last] = [group[0], group.at(-1)]
  const rows = group.map(({ term, meaning, rest }) => [term, meaning, ...rest])
  if (!first || !last) return rows
  const taken = new Set(rows.flat())
  const between = free.filter(
    line =>
      !taken.has(line) &&
      line.y1 > first.term.y1 &&
      line.y1 < last.term.y1 &&
      Math.abs(line.x0 - first.term.x0) < 0.3 * line.size &&
      line.x1 > first.meaning.x0,
  )
  return [...rows, ...between.map(line => [line])].sort((a, b) => (a[0]?.y1 ?? 0) - (b[0]?.y1 ?? 0))
}

type Pair = { term: TextLine; meaning: TextLine }

/** Pairs that look like a term with its meaning, and the others that are aligned with several of them. */
function findPairs(lines: readonly TextLine[]): Pair[] {
  const byStart = new Map(lines.map(line => [line.order, line]))
  const beside = lines.flatMap(term => {
    const meaning = byStart.get(Math.max(...term.words.map(word => word.order)) + 1)
    return meaning && isBeside(term, meaning) ? [{ term, meaning }] : []
  })
  const likely = beside.filter(isTerm)
  const pairs = beside.filter(
    pair => isTerm(pair) || likely.filter(other => isInColumns(pair, other)).length >= leastRows,
  )
  const meanings = new Set(pairs.map(({ meaning }) => meaning))
  const terms = new Set(pairs.map(({ term }) => term))
  // Three and more cells in a row are a table.
  return pairs.filter(({ term, meaning }) => !meanings.has(term) && !terms.has(meaning))
}

function isBeside(term: TextLine, meaning: TextLine): boolean {
  return (
    Math.abs(meaning.y1 - term.y1) < 0.45 * Math.max(term.size, meaning.size) &&
    meaning.x0 - term.x1 >= leastGap * term.size &&
    !listMark.test(term.text)
  )
}

function isInColumns(a: Pair, b: Pair): boolean {
  const near = 0.3 * b.term.size
  return Math.abs(a.term.x0 - b.term.x0) < near && Math.abs(a.meaning.x0 - b.meaning.x0) < near
}

function isTerm({ term, meaning }: Pair): boolean {
  return (
    term.text.length <= longestTerm &&
    !numbering.test(term.text) &&
    !figure.test(meaning.text) &&
    /\p{L}{2}/u.test(meaning.text)
  )
}

/** Numbers of sections, lines and references: contents pages, algorithms and lists of references are no terms. */
const numbering =
  /^(?:\[|\(?[\dIVXivx]{1,4}(?:\.\d+)*[.:)]?$|.*\.{3}$|[A-Z]\.$|(?:section|chapter|figure|table)\s)/iu

function isNextRow(last: Term | undefined, { term, meaning }: Pair): boolean {
  if (!last) return false
  const bottom = (last.rest.at(-1) ?? last.meaning).y1
  return (
    Math.abs(meaning.x0 - last.meaning.x0) < 0.5 * meaning.size &&
    isBelow(term, last.term) &&
    term.y1 - bottom < farthestRow * term.size
  )
}

/** Whether a larger or bold line is between two rows: the heading of the second one. */
function isSeparated(last: Term | undefined, { term, meaning }: Pair, free: readonly TextLine[]): boolean {
  return free.some(
    line =>
      (line.size > 1.1 * term.size || (line.bold && !term.bold)) &&
      line.y1 > (last?.term.y1 ?? 0) + 0.5 * term.size &&
      line.y1 < term.y1 - 0.5 * term.size &&
      Math.abs(line.x0 - term.x0) < 1.5 * term.size &&
      line.x1 <= meaning.x0,
  )
}

/** Whether two terms begin or end at the same place. */
function isBelow(term: TextLine, above: TextLine): boolean {
  return Math.abs(term.x0 - above.x0) < 1.5 * term.size || Math.abs(term.x1 - above.x1) < 0.5 * term.size
}

/** The rest of a meaning: what is left of its line, and lines directly below it that do not begin farther left. */
function findRest(meaning: TextLine, free: readonly TextLine[]): TextLine[] {
  const rest = free.filter(
    line =>
      Math.abs(line.y1 - meaning.y1) < 0.3 * meaning.size &&
      line.x0 > meaning.x1 &&
      line.x0 - meaning.x1 < leastGap * meaning.size,
  )
  for (let last = meaning; ; ) {
    const next = free.find(
      line =>
        line.y1 > last.y1 + 0.5 * last.size &&
        line.y1 - last.y1 < meaningPitch * last.size &&
        line.x0 > meaning.x0 - 0.5 * meaning.size &&
        line.x0 < meaning.x0 + meaningIndent * meaning.size,
    )
    if (!next) return rest
    rest.push(next)
    last = next
  }
}

/** The share of terms that may be the last line of running text. */
const mostEndings = 0.4

/** Whether a line of running text goes on in the term below it: a source is set at the end of the last line. */
function endsIn(line: TextLine, { term, meaning }: Term): boolean {
  const pitch = term.y1 - line.y1
  return (
    pitch > 0.5 * term.size &&
    pitch < meaningPitch * term.size &&
    Math.abs(line.x0 - term.x0) < 0.5 * term.size &&
    line.x1 > meaning.x0 + term.size
  )
}

function isTermList(rows: readonly Term[], free: readonly TextLine[]): boolean {
  if (rows.length < leastRows) return false
  const endings = rows.filter(row => free.some(line => endsIn(line, row)))
  if (endings.length > mostEndings * rows.length) return false
  const lines = rows.reduce((sum, { rest }) => sum + 1 + rest.length, 0)
  const filled = rows
    .map(({ term, meaning }) => (term.x1 - term.x0) / (meaning.x0 - term.x0))
    .sort((a, b) => a - b)
  const letters = rows.reduce((sum, { term }) => sum + term.text.length, 0)
  const isShort = letters < shortTerm * rows.length || (filled[filled.length >> 1] ?? 1) < mostFilled
  return isShort && lines <= mostLines * rows.length
}
