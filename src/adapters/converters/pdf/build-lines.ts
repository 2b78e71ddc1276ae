import { baselineOf, boundsOf, type Line, type Word } from './page-layout.ts'
import { toLogicalOrder } from './to-logical-order.ts'

const baselineDrift = 0.5
const wordGap = 1.5

/** Cuts the words of a block into lines, top to bottom; a wide gap on one baseline starts a new line. */
export function buildLines(words: readonly Word[]): Line[] {
  const rows: Word[][] = []
  for (const word of words.toSorted((a, b) => b.size - a.size || baselineOf(a) - baselineOf(b))) {
    const row = rows.find(candidate => sharesBaseline(candidate, word))
    if (row) row.push(word)
    else rows.push([word])
  }
  return rows
    .sort((a, b) => topOf(a) - topOf(b))
    .flatMap(row => splitAtGaps(row.sort((a, b) => a.x0 - b.x0 || a.order - b.order)))
    .map(toLine)
    .filter(line => line.text.length > 0)
}

/** Rows start with their largest word, so raised and lowered marks are measured against ordinary letters. */
function sharesBaseline(row: readonly Word[], word: Word): boolean {
  const first = row[0]
  return first !== undefined && Math.abs(baselineOf(word) - baselineOf(first)) < baselineDrift * first.size
}

function topOf(row: readonly Word[]): number {
  return row[0] ? baselineOf(row[0]) : 0
}

function splitAtGaps(row: readonly Word[]): Word[][] {
  const parts: Word[][] = []
  let previous: Word | null = null
  for (const word of row) {
    const part = parts.at(-1)
    if (part && previous && word.x0 - previous.x1 <= wordGap * Math.max(previous.size, word.size))
      part.push(word)
    else parts.push([word])
    previous = word
  }
  return parts
}

function toLine(words: Word[]): Line {
  const letters = words.reduce((sum, word) => sum + word.text.length, 0)
  const fixed = words.reduce((sum, word) => sum + (word.monospace ? word.text.length : 0), 0)
  return {
    text: toLogicalOrder(words).replace(/\s+/g, ' ').trim(),
    ...boundsOf(words),
    size: words.toSorted((a, b) => b.text.length - a.text.length)[0]?.size ?? 0,
    monospace: fixed * 2 > letters,
  }
}
