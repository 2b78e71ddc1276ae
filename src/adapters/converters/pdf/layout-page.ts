import { buildBlocks } from './build-blocks.ts'
import { orderBlocks } from './order-blocks.ts'
import { type Block, baselineOf, boundsOf, type Line, turnBox, type Word } from './page-layout.ts'
import { isRightToLeft, reversePieces } from './to-reading-order.ts'
import { createPool, type WordPool } from './word-pool.ts'

/**
 * Puts the words of a page into reading order: builds blocks of words, orders the blocks by position, and cuts them
 * into lines. Rotated text forms blocks of its own, which are ordered together with the others in the main direction of
 * the page.
 */
export function layoutPage(words: readonly Word[]): Block[] {
  const blocks = [0, 90, 180, 270].flatMap(rotation =>
    buildBlocks(words.filter(word => word.rotation === rotation)),
  )
  const main = mainRotation(blocks)
  const boxes = blocks.map(words => ({
    ...turnBox(turnBox(boundsOf(words), 360 - rotationOf(words)), main),
    size: words[0]?.size ?? 1,
    rotation: (rotationOf(words) - main + 360) % 360,
    words,
  }))
  return orderBlocks(boxes)
    .map(({ block, table }) => ({ ...toBlock(block.words), table }))
    .filter(block => block.lines.length > 0)
}

/** The rotation of most words. */
function mainRotation(blocks: readonly Word[][]): number {
  const counts = new Map<number, number>()
  for (const words of blocks)
    counts.set(rotationOf(words), (counts.get(rotationOf(words)) ?? 0) + words.length)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

function rotationOf(words: readonly Word[]): number {
  return words[0]?.rotation ?? 0
}

/** Lines are ordered in the upright frame, but their boxes are on the page, because later steps compare positions. */
function toBlock(words: readonly Word[]): Omit<Block, 'table'> {
  const back = 360 - rotationOf(words)
  const lines = buildLines(words).map(line => ({ ...line, ...turnBox(line, back) }))
  return { lines, ...boundsOf(lines) }
}

/** In units of the size of the line's first word: largest distance from the baseline, gap and overlap of words. */
const baselineDrift = 0.5
const widestGap = 1.5
const deepestOverlap = 0.5

/**
 * Cuts the words of a block into lines, top to bottom. A line continues with the nearest word to its right; it ends at
 * a wide gap, and where words are above each other, as in a fraction.
 */
export function buildLines(words: readonly Word[]): Line[] {
  const pool = createPool(words)
  const rows: { words: Word[]; base: number; x0: number }[] = []
  for (let first = pool.takeFirst(); first; first = pool.takeFirst())
    rows.push({ words: collectRow(first, pool), base: baselineOf(first), x0: first.x0 })
  return rows
    .sort((a, b) => (isLevel(a.base, b.base) ? a.x0 - b.x0 : a.base - b.base))
    .map(row => toLine(row.words))
    .filter(line => line.text !== '')
}

/** Positions are rounded, so baselines of one row may differ slightly. */
function isLevel(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.00002
}

function collectRow(first: Word, pool: WordPool): Word[] {
  const row = [first]
  const { size } = first
  const [from, to] = [baselineOf(first) - baselineDrift * size, baselineOf(first) + baselineDrift * size]
  for (let last = first; ; ) {
    const near = pool.find(from, to, word => word.x0 - last.x1 < widestGap * size)
    if (near.some(word => word.x0 - last.x1 < -deepestOverlap * size)) return row
    const next = near.reduce<Word | null>((best, word) => (best && best.x0 <= word.x0 ? best : word), null)
    if (!next) return row
    pool.take(from, to, word => word === next)
    row.push(next)
    last = next
  }
}

function toLine(words: Word[]): Line {
  const letters = words.reduce((sum, word) => sum + word.text.length, 0)
  const fixed = words.reduce((sum, word) => sum + (word.monospace ? word.text.length : 0), 0)
  return {
    text: joinWords(words).replace(/\s+/g, ' ').trim(),
    ...boundsOf(words),
    size: words.toSorted((a, b) => b.text.length - a.text.length)[0]?.size ?? 0,
    monospace: fixed * 2 > letters,
  }
}

/** In units of the size: parts of one word that are drawn separately are closer than this. */
const closeGap = 0.03
/** In a line of single letters, a space is a gap this much wider than the narrowest one, or this wide. */
const wideFactor = 1.3
const wideGap = 0.4

/** The text of a line in reading order; `words` are given from left to right. */
function joinWords(words: readonly Word[]): string {
  const least = leastSpace(words)
  const isMirrored = isRightToLeft(words.map(word => word.text))
  const reading = isMirrored ? reversePieces(words, word => word.text) : words
  let text = ''
  for (const [index, word] of reading.entries()) {
    const previous = reading[index - 1]
    const gap = previous ? Math.max(word.x0 - previous.x1, previous.x0 - word.x1) : 0
    if (previous && carriesAccentFor(previous, word)) text = composeAccent(text, word.text)
    else text += previous && gap >= least ? ` ${word.text}` : word.text
  }
  return text
}

/** The smallest gap that is a space; lines of spaced letters need a wider one than ordinary text. */
function leastSpace(words: readonly Word[]): number {
  const size = words[0]?.size ?? 0
  const gaps = words.slice(1).map((word, index) => word.x0 - (words[index]?.x1 ?? word.x0))
  const narrowest = words.some(word => word.letters > 1) ? 0 : Math.min(...gaps)
  return narrowest > 0 && Number.isFinite(narrowest)
    ? Math.min(wideFactor * narrowest, wideGap * size)
    : closeGap * size
}

/** Typesetters draw "ï" as a dieresis and a letter on the same spot. */
function carriesAccentFor(a: Word, b: Word): boolean {
  return b.order === a.order + 1 && b.x0 < a.x1 - 0.1 * a.size && combining.has(a.text.at(-1) ?? '')
}

function composeAccent(text: string, next: string): string {
  const mark = combining.get(text.at(-1) ?? '') ?? ''
  const letter = next.charAt(0).replace('\u0131', 'i').replace('\u0237', 'j')
  const composed = (letter + mark).normalize('NFC')
  return composed.length === 1 ? text.slice(0, -1) + composed + next.slice(1) : text + next
}

const combining: ReadonlyMap<string, string> = new Map([
  ['`', '\u0300'],
  ['\u00b4', '\u0301'],
  ['\u02c6', '\u0302'],
  ['\u02dc', '\u0303'],
  ['\u00af', '\u0304'],
  ['\u02d8', '\u0306'],
  ['\u02d9', '\u0307'],
  ['\u00a8', '\u0308'],
  ['\u02da', '\u030a'],
  ['\u02dd', '\u030b'],
  ['\u02c7', '\u030c'],
  ['\u00b8', '\u0327'],
])
