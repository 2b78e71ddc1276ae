import { type Box, boundsOf, type Word } from './page-layout.ts'

/** An empty strip between columns. */
export type Gutter = Box & { rows: number }

/** In units of the size: the narrowest gap beside a gutter, and the narrowest gutter. */
const leastGap = 0.6
const leastWidth = 0.45
/** Words of program code are aligned in columns. */
const leastGapInCode = 2.5
/** In units of the size: rows of a gutter may be this far apart, because a column may have a gap. */
const farthestRow = 3.5
/** Gaps of justified text seldom lie above each other in more rows than this. */
const leastRows = 4

/**
 * Finds the vertical strips that separate columns of text and of tables: gaps between words that lie above each other
 * in several rows. `words` are in one direction of reading.
 */
export function findGutters(words: readonly Word[]): Gutter[] {
  const open: Chain[] = []
  const done: Chain[] = []
  for (const gap of findGaps(words)) {
    let isTaken = false
    for (let index = open.length - 1; index >= 0; index -= 1) {
      const chain = open[index]
      if (!chain) continue
      if (gap.y0 - chain.bottom > farthestRow * gap.size) {
        done.push(chain)
        open.splice(index, 1)
        continue
      }
      const x0 = Math.max(chain.x0, gap.x0)
      const x1 = Math.min(chain.x1, gap.x1)
      if (x1 - x0 < leastWidth * gap.size) continue
      isTaken = true
      chain.x0 = x0
      chain.x1 = x1
      chain.gaps.push(gap)
      if (gap.y0 > chain.bottom - 0.5 * gap.size) chain.rows += 1
      chain.bottom = Math.max(chain.bottom, gap.y1)
    }
    if (!isTaken) open.push({ x0: gap.x0, x1: gap.x1, top: gap.y0, bottom: gap.y1, rows: 1, gaps: [gap] })
  }
  return [...done, ...open]
    .filter(chain => chain.rows >= leastRows && isBetweenColumns(chain))
    .map(trimSpaces)
    .map(({ x0, x1, top, bottom, rows }) => ({ x0, x1, y0: top, y1: bottom, rows }))
}

type Chain = { x0: number; x1: number; top: number; bottom: number; rows: number; gaps: Gap[] }
type Gap = Box & { size: number }

/**
 * Removes the first and last gaps of a chain that only happen to be above or below a gutter: wide spaces in a line over
 * both columns. They are narrow for a gutter, and narrower than most gaps of the chain.
 */
function trimSpaces(chain: Chain): Chain {
  const { gaps } = chain
  const widths = gaps.map(gap => gap.x1 - gap.x0).sort((a, b) => a - b)
  const usual = widths[widths.length >> 1] ?? 0
  const isSpace = ({ x0, x1, size }: Gap) => x1 - x0 < Math.min(wideStrip * size, spaceShare * usual)
  const first = gaps.findIndex(gap => !isSpace(gap))
  const last = gaps.findLastIndex(gap => !isSpace(gap))
  if (first === -1 || (first === 0 && last === gaps.length - 1)) return chain
  const rest = gaps.slice(first, last + 1)
  const x0 = Math.max(...rest.map(gap => gap.x0))
  const x1 = Math.min(...rest.map(gap => gap.x1))
  const { y0: top, y1: bottom } = boundsOf(rest)
  const rows = countRows(rest)
  return rows < leastRows ? chain : { x0, x1, top, bottom, rows, gaps: rest }
}

/** A space is narrower than this share of the usual gap. */
const spaceShare = 0.6

function countRows(gaps: readonly Gap[]): number {
  let rows = 0
  let end = -Infinity
  for (const { y0, y1, size } of gaps) {
    if (y0 > end - 0.5 * size) rows += 1
    end = Math.max(end, y1)
  }
  return rows
}

/** In units of the size: a strip this wide is no accident; a narrower one needs more rows. */
const wideStrip = 1.2
const leastNarrowRows = 6
/** The share of lines that begin (or end) at the same place, and how exactly, in units of the size. */
const alignedShare = 0.7
const alignedSlack = 0.25

/** Lines of a column begin at the same place; spaces that happen to lie above each other do not. */
function isBetweenColumns({ x0, x1, rows, gaps }: Chain): boolean {
  const size = Math.max(...gaps.map(gap => gap.size))
  const isAligned = (edges: readonly number[]) =>
    edges.some(
      edge =>
        edges.filter(other => Math.abs(other - edge) <= alignedSlack * size).length >=
        alignedShare * edges.length,
    )
  if (x1 - x0 >= wideStrip * size) return true
  return rows >= leastNarrowRows && [gaps.map(gap => gap.x1), gaps.map(gap => gap.x0)].some(isAligned)
}

/** The gaps between words and their right neighbours that are too wide for a space, from top to bottom. */
function findGaps(words: readonly Word[]): Gap[] {
  const rows = sortByHeight(words.toSorted((a, b) => a.x0 - b.x0))
  const contents = { rows, isContents: isContents(words) }
  const gaps: Gap[] = []
  for (const word of words) {
    if (listMark.test(word.text) || isLeader(word.text)) continue
    const middle = (word.y0 + word.y1) / 2
    let next: Word | null = null
    const inside = word.x1 - 0.5 * word.size
    for (const strip of rows.strips(word.y0, word.y1))
      for (let index = firstFrom(strip, Math.min(word.x0, inside)); index < strip.length; index += 1) {
        const other = strip[index]
        if (!other || (next && other.x0 >= next.x0)) break
        if (other === word || other.x1 <= word.x1 || !overlapsInHeight(word, other)) continue
        if (other.x0 < inside && other.x0 <= word.x0) continue
        next = other
        break
      }
    if (!next || isLeader(next.text) || isTitleGap(word, next, contents)) continue
    const size = Math.max(word.size, next.size)
    const least = word.monospace && next.monospace ? leastGapInCode : leastGap
    if (next.x0 - word.x1 >= least * size)
      gaps.push({ x0: word.x1, x1: next.x0, y0: middle - size / 2, y1: middle + size / 2, size })
  }
  return gaps.sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0)
}

/** The first of the boxes, sorted from left to right, that begins at `x` or right of it. */
function firstFrom(boxes: readonly Box[], x: number): number {
  let [low, high] = [0, boxes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((boxes[middle]?.x0 ?? x) < x) low = middle + 1
    else high = middle
  }
  return low
}

/** Dots that lead from an entry of a contents page to its page number: the number is part of the line. */
export function isLeader(text: string): boolean {
  return /^(?:[.…·]+|.*\.{3,})$/u.test(text)
}

/** "3.10" and "IV.2." before the title of a section: the gap after it is part of the line. */
const sectionNumber = /^(?:\d{1,2}|[A-Z]|[IVX]{1,5})(?:\.\d{1,2}){1,3}\.?$/u
/** In units of the size: the first word of a line has no word this close before it. */
const nearWord = 2

/** A page with fewer dots has no entries of contents. */
const leastLeaders = 20

export function isContents(words: readonly Word[]): boolean {
  return words.filter(word => isLeader(word.text)).length >= leastLeaders
}

/** Whether a word is the number of an entry of contents; on other pages only numbers of several parts are. */
export function isEntryNumber(text: string, isOnContents: boolean): boolean {
  return sectionNumber.test(text) || (isOnContents && /^\d{1,3}$/.test(text))
}

/** Whether a gap is between the number of a section or figure, at the beginning of its line, and its title. */
function isTitleGap(
  word: Word,
  next: Word,
  { rows, isContents: isOnContents }: { rows: ReturnType<typeof sortByHeight<Word>>; isContents: boolean },
): boolean {
  if (!isEntryNumber(word.text, isOnContents)) return false
  if (!(isOnContents ? /^[\p{L}“"‘(\\]/u : /^[\p{Lu}“"‘(]/u).test(next.text)) return false
  return !rows
    .between(word.y0, word.y1)
    .some(
      other =>
        other.x1 <= word.x0 && word.x0 - other.x1 < nearWord * word.size && overlapsInHeight(word, other),
    )
}

/** Signs and numbers of list items, lines and references: the gap after them is part of the line. */
const listMark =
  /^(?:[•◦▪■□●○‣∙·▶►▸➢➤✓✔❖◆◇–—*]|\(?(?:\d{1,3}|[a-z]\d{0,3}|[ivx]{1,4})[.)]|\[[^\]\s]{1,6}\])$/iu

/** Whether two words share at least two fifths of the lower one's height. */
function overlapsInHeight(a: Box, b: Box): boolean {
  const shared = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)
  return shared >= 0.4 * Math.min(a.y1 - a.y0, b.y1 - b.y0)
}

/** Whether a gap in a line lies over a gutter. */
export function crossesGutter(gap: Box, gutters: readonly Gutter[]): boolean {
  const height = gap.y1 - gap.y0
  return gutters.some(gutter => {
    const middle = (gutter.x0 + gutter.x1) / 2
    return middle > gap.x0 && middle < gap.x1 && gap.y1 > gutter.y0 - height && gap.y0 < gutter.y1 + height
  })
}

/** Whether any part of a gap is in a gutter: text that protrudes into a gutter still belongs to its column. */
export function touchesGutter(gap: Box, gutters: readonly Gutter[]): boolean {
  return gutters.some(
    gutter => gap.x0 < gutter.x1 && gap.x1 > gutter.x0 && gap.y0 > gutter.y0 && gap.y1 < gutter.y1,
  )
}

/** An index of boxes by height, in strips. Boxes that change later are found where they were. */
export function sortByHeight<Item extends Box>(items: readonly Item[]) {
  const bounds = boundsOf(items)
  const strips = new Map<number, Item[]>()
  /** Only the items that begin in a strip. */
  const beginning = new Map<number, Item[]>()
  const stripOf = (y: number) => Math.floor((y - bounds.y0) / stripHeight)
  for (const item of items) {
    const [first, last] = [stripOf(item.y0), stripOf(item.y1)]
    addTo(beginning, first, item)
    for (let strip = first; strip <= last; strip += 1) addTo(strips, strip, item)
  }
  return {
    /** Returns the strips of a range of heights; an item may be in several of them. */
    strips(y0: number, y1: number): Item[][] {
      const found: Item[][] = []
      if (strips.size === 0) return found
      const last = stripOf(y1)
      for (let strip = stripOf(y0); strip <= last; strip += 1) {
        const held = strips.get(strip)
        if (held) found.push(held)
      }
      return found
    },
    /** Returns the items that reach into a range of heights, each once. */
    between(y0: number, y1: number): Item[] {
      const found: Item[] = []
      if (strips.size === 0) return found
      const [first, last] = [stripOf(y0), stripOf(y1)]
      for (let strip = first; strip <= last; strip += 1)
        for (const item of (strip === first ? strips : beginning).get(strip) ?? []) found.push(item)
      return found
    },
  }
}

function addTo<Item>(strips: Map<number, Item[]>, strip: number, item: Item): void {
  const held = strips.get(strip)
  if (held) held.push(item)
  else strips.set(strip, [item])
}

const stripHeight = 12
