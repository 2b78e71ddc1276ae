import { toFrame } from './page-layout.ts'
import type { Glyph } from './read-glyphs.ts'
import { isRightToLeft } from './to-reading-order.ts'

/** In units of the size: glyphs farther above or below than this are on another line. */
const sameLine = 0.5

/**
 * The letters of a text in place of the glyphs that it stands for: each in its glyph's place when there are as many,
 * else spread evenly over the room they take. Glyphs on several lines stay as drawn: the text does not tell where its
 * lines end.
 */
export function replaceGlyphs(glyphs: readonly Glyph[], text: string): Glyph[] {
  const [first] = glyphs
  if (first === undefined || !isOneLine(glyphs, first)) return [...glyphs]
  const letters = [...text.replace(/\s+/g, ' ')]
  const isMirrored = isRightToLeft(letters)
  if (letters.length === glyphs.length && !isMirrored)
    return glyphs.map((glyph, index) => ({ ...glyph, text: letters[index] ?? '' }))
  const { from, to } = extentOf(glyphs)
  const count = Math.max(1, letters.length)
  const [dx, dy] = [(to.x - from.x) / count, (to.y - from.y) / count]
  const placed = isMirrored ? letters.toReversed() : letters
  return Array.from({ length: count }, (_, index) => ({
    ...first,
    ...{ text: placed[index] ?? '', x: from.x + index * dx, y: from.y + index * dy, dx, dy },
  }))
}

function isOneLine(glyphs: readonly Glyph[], first: Glyph): boolean {
  const base = toFrame(first, first.rotation).y
  return glyphs.every(
    glyph =>
      glyph.rotation === first.rotation &&
      Math.abs(toFrame(glyph, first.rotation).y - base) <= sameLine * first.size,
  )
}

/** The two ends of a line of glyphs, in the direction of reading. */
function extentOf(glyphs: readonly Glyph[]) {
  const ends = glyphs.flatMap(({ x, y, dx, dy, rotation }) => [
    { x, y, along: toFrame({ x, y }, rotation).x },
    { x: x + dx, y: y + dy, along: toFrame({ x: x + dx, y: y + dy }, rotation).x },
  ])
  const pick = (isBetter: (a: number, b: number) => boolean) =>
    ends.reduce((best, end) => (isBetter(end.along, best.along) ? end : best))
  return { from: pick((a, b) => a < b), to: pick((a, b) => a > b) }
}
