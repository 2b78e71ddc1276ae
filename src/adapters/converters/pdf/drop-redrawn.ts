import { baselineOf, type Word } from './page-layout.ts'

/** In units of the size. Places inside a run of text are estimates, so words drawn twice seldom lie exactly alike. */
const slack = 0.3

/**
 * Leaves out what is drawn again on the same spot, as some programs do for bold letters and shadows: a word
 * that lies on another with the same letters, or on one that holds its letters.
 */
export function dropRedrawn(words: readonly Word[]): Word[] {
  const rows = new Map<number, Word[]>()
  for (const word of words) {
    const row = rows.get(rowOf(word))
    if (row) row.push(word)
    else rows.set(rowOf(word), [word])
  }
  return words.filter(word => {
    const near = [-1, 0, 1].flatMap(step => rows.get(rowOf(word) + step) ?? [])
    return !near.some(other => covers(other, word))
  })
}

/** Numbers of strips of the page, two points high. */
function rowOf(word: Word): number {
  return Math.round(baselineOf(word) / 2)
}

function covers(a: Word, b: Word): boolean {
  if (a === b || a.rotation !== b.rotation || !a.text.includes(b.text)) return false
  const reach = slack * b.size
  const isOnTop =
    Math.abs(a.size - b.size) < 0.1 * b.size &&
    Math.abs(a.y1 - b.y1) < 0.2 * b.size &&
    b.x0 > a.x0 - reach &&
    b.x1 < a.x1 + reach &&
    Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0) > 0.6 * (b.x1 - b.x0)
  return isOnTop && (a.text.length > b.text.length || a.order < b.order)
}
