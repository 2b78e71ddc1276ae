import type { Block, Box, Line } from './page-layout.ts'

/** A block with its box turned so that text runs from left to right. */
export type Item = {
  block: Block
  box: Box
  /** Whether its text runs against the direction of the page: an English example in a Persian book. */
  isOpposite?: boolean
}

/** One way to read a page, with the evidence for it: higher is better. */
export type Candidate = { name: 'drawn' | 'columns' | 'tagged'; items: Item[]; evidence: number }

/**
 * Chooses the reading order of a page: the order of the file's structure tree, the order in which the file draws its
 * blocks, or the order by columns, whichever has the most evidence. When they are equal, the first of them wins: the
 * tree states the order, and most programs draw text as it is read.
 */
export function orderBlocks(items: readonly Item[]): { chosen: Candidate; candidates: Candidate[] } {
  const drawn = items.toSorted((a, b) => orderOf(a) - orderOf(b))
  const tagged = orderByTags(drawn)
  const candidates = [
    ...(tagged ? [judge('tagged', tagged)] : []),
    judge('drawn', drawn),
    judge('columns', orderByColumns(items)),
  ]
  const chosen = candidates.reduce((best, next) => (next.evidence > best.evidence ? next : best))
  return { chosen, candidates }
}

function orderOf({ block }: Item): number {
  return block.lines[0]?.order ?? 0
}

/** Blocks without a place in the tree follow the block that is drawn before them. Null when the tree lacks much text. */
function orderByTags(drawn: readonly Item[]): Item[] | null {
  const body = drawn.filter(({ block }) => block.role === 'body')
  const tagged = body.filter(item => placeOf(item) !== null)
  if (tagged.length === 0 || tagged.length < 0.8 * body.length) return null
  let last = -1
  const placed = drawn.map((item, index) => {
    last = placeOf(item) ?? last
    return { item, place: last, index }
  })
  return placed.sort((a, b) => a.place - b.place || a.index - b.index).map(({ item }) => item)
}

function placeOf({ block }: Item): number | null {
  return block.lines.find(line => line.tagged !== null)?.tagged ?? null
}

function judge(name: Candidate['name'], items: Item[]): Candidate {
  const body = items.filter(({ block }) => block.role === 'body')
  let evidence = 0
  for (const [index, item] of body.entries()) {
    const next = body[index + 1]
    if (!next) break
    evidence += weighJoin(item.block.lines.at(-1), next.block.lines[0])
    if (isBackward(item, next)) evidence -= backwardCost
  }
  return { name, items, evidence }
}

/** A reader goes up the page only to the next column, and to the left only below what was read. */
const backwardCost = 1.5

function isBackward(from: Item, to: Item): boolean {
  const [a, b] = isOpposite(from) && isOpposite(to) ? [to.box, from.box] : [from.box, to.box]
  const height = Math.min(b.y1 - b.y0, a.y1 - a.y0)
  const isLower = to.box.y0 > from.box.y1 - 0.5 * height
  const isRight = b.x0 > a.x1 - 0.2 * Math.min(width(a), width(b))
  return !isLower && !isRight
}

function isOpposite(item: Item): boolean {
  return item.isOpposite === true
}

/** What the text says about reading one line after another: positive when a sentence or a word goes on. */
export function weighJoin(last: Line | undefined, next: Line | undefined): number {
  if (!last || !next || !isSameStyle(last, next)) return 0
  const startsLow = /^["“‘(]?\p{Ll}/u.test(next.text)
  if (/\p{L}[-\u00ad\u2010]$/u.test(last.text)) return startsLow ? 3 : -1
  if (endsSentence(last.text)) return startsLow ? -2 : 0
  return startsLow ? 2 : 0
}

const abbreviation =
  /(?:^|[\s([])(?:i\. ?e|e\. ?g|et al|cf|vs|resp|approx|ca|figs?|eqs?|secs?|refs?|nos|vols?|pp?|z\. ?B|d\. ?h|bzw|vgl|u\. ?a|Dr|Prof|Mrs?|Ms|St)\.$/u

/** Whether a sentence ends here; a raised mark may follow the full stop. "53.1" is a number. */
export function endsSentence(text: string): boolean {
  if (abbreviation.test(text)) return false
  return /[.!?:;。！？]["”’»)\]]*(?:\[\^[^\]]*\])*(?:(?<!\d\.)\s?[\d*†‡§]{1,3})?$/u.test(text)
}

export function isSameStyle(a: Line, b: Line): boolean {
  return (
    Math.abs(a.size - b.size) < 0.08 * Math.max(a.size, b.size) &&
    a.monospace === b.monospace &&
    a.bold === b.bold
  )
}

/** Blocks with fewer lines do not make a column: labels of forms, cells. */
const leastLines = 3

/**
 * Orders blocks by columns: finds the vertical cut that has the most text side by side; blocks over the cut separate
 * bands, and in each band the left side is read before the right side. Without such a cut, rows are read from top to
 * bottom.
 */
export function orderByColumns(items: readonly Item[]): Item[] {
  const cut = findCut(items)
  if (cut === null) return orderByRows(items)
  const sides = items.map(item => ({ item, side: sideOf(item.box, cut) }))
  const spanning = sides
    .filter(({ side }) => side === 'over')
    .map(({ item }) => item)
    .sort((a, b) => a.box.y0 - b.box.y0)
  const ordered: Item[] = []
  const rest = new Set(sides.filter(({ side }) => side !== 'over'))
  for (const border of [...spanning, null]) {
    const band = [...rest].filter(({ item }) => border === null || middle(item.box) < middle(border.box))
    for (const entry of band) rest.delete(entry)
    const isTurned = band.length > 0 && band.every(({ item }) => isOpposite(item))
    const [left = [], right = []] = ['left', 'right'].map(side =>
      band.filter(entry => entry.side === side).map(entry => entry.item),
    )
    const heading = border ? findHeading(left, right, border) : null
    const sides = [left.filter(item => item !== heading), right]
    for (const side of isTurned ? sides.reverse() : sides) ordered.push(...orderByColumns(side))
    ordered.push(...(heading ? [heading] : []), ...(border ? [border] : []))
  }
  return ordered
}

/** In units of the size: a heading is this close above its text. */
const headingGap = 3

/** The heading of the text below both columns: a single line that is lower than the right column and begins at its edge. */
function findHeading(left: readonly Item[], right: readonly Item[], border: Item): Item | null {
  const [lowest] = left.toSorted((a, b) => b.box.y1 - a.box.y1)
  const size = lowest?.block.lines[0]?.size ?? 0
  const isHeading =
    lowest !== undefined &&
    right.length > 0 &&
    lowest.block.lines.length === 1 &&
    Math.abs(lowest.box.x0 - border.box.x0) < size &&
    border.box.y0 - lowest.box.y1 < headingGap * size &&
    right.every(item => item.box.y1 <= lowest.box.y0 + 0.3 * size)
  return isHeading ? lowest : null
}

function findCut(items: readonly Item[]): number | null {
  const columns = items.filter(({ block }) => block.lines.length >= leastLines)
  let best: { x: number; weight: number; crossed: number } | null = null
  for (const { box } of columns) {
    const x = box.x1 + 0.5
    const left = columns.filter(item => sideOf(item.box, x) === 'left')
    const right = columns.filter(item => sideOf(item.box, x) === 'right')
    const weight = left.reduce(
      (sum, item) => sum + right.reduce((shared, other) => shared + sharedHeight(item.box, other.box), 0),
      0,
    )
    if (weight === 0 || (best && weight < best.weight)) continue
    // Lines that protrude into the gutter put the cut where other blocks begin.
    const crossed = items.filter(item => item.box.x0 < x && item.box.x1 > x).length
    if (!best || weight > best.weight || crossed < best.crossed) best = { x, weight, crossed }
  }
  return best?.x ?? null
}

function sharedHeight(a: Box, b: Box): number {
  return Math.max(0, Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0))
}

/** A block is over the cut when a good part of it is on both sides; otherwise it only protrudes. */
function sideOf(box: Box, x: number): 'left' | 'right' | 'over' {
  const least = 0.2 * width(box)
  if (x - box.x0 > least && box.x1 - x > least) return 'over'
  return (box.x0 + box.x1) / 2 < x ? 'left' : 'right'
}

/** From top to bottom; blocks that share most of their height are a row and are read from left to right. */
function orderByRows(items: readonly Item[]): Item[] {
  const rows: Item[][] = []
  for (const item of items.toSorted((a, b) => a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0)) {
    const first = rows.at(-1)?.[0]
    const height = first ? Math.min(item.box.y1 - item.box.y0, first.box.y1 - first.box.y0) : 0
    if (first && sharedHeight(first.box, item.box) > 0.5 * height) rows.at(-1)?.push(item)
    else rows.push([item])
  }
  return rows.flatMap(row => {
    row.sort((a, b) => a.box.x0 - b.box.x0)
    return row.every(isOpposite) ? row.reverse() : row
  })
}

function width(box: Box): number {
  return box.x1 - box.x0
}

function middle(box: Box): number {
  return (box.y0 + box.y1) / 2
}
