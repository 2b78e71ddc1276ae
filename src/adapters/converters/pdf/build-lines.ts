import { joinWords } from './join-words.ts'
import { baselineOf, boundsOf, type Line, type Word } from './page-layout.ts'
import { createPool, type WordPool } from './word-pool.ts'

/** In units of the size of the line's first word: how far words may stand above, below, apart and overlapping. */
const baselineDrift = 0.5
const widestGap = 1.5
const deepestOverlap = 0.5

/**
 * Cuts the words of a block into lines, top to bottom. A line goes on with the nearest word to its right; it ends
 * at a wide gap, and where words stand above each other, as in a fraction.
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

/** Places are rounded: lines of one height may differ by less than can be seen. */
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
