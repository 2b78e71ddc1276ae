import { toFrame } from './page-layout.ts'
import type { Glyph } from './read-glyphs.ts'
import type { Span } from './span-reader.ts'
import { isRightToLeft } from './to-reading-order.ts'

/**
 * Matches the marked content of a page with the spans read from its content stream. Both come in the same order; after
 * the first mismatch the spans are ignored.
 */
export function followMarks(glyphs: Glyph[], spans: readonly Span[]) {
  const open: { text: string | null; from: number }[] = []
  let next = 0
  const begin = (text: string | null = null) => void open.push({ text, from: glyphs.length })
  return {
    begin: () => begin(),
    beginSpan(tag: unknown) {
      const span = spans[next]
      next = span?.tag === tag ? next + 1 : spans.length
      begin(span?.tag === tag ? span?.text : null)
    },
    end() {
      const mark = open.pop()
      // The text of an outer mark replaces everything inside it.
      if (mark === undefined || mark.text === null || open.some(outer => outer.text !== null)) return
      glyphs.push(...replaceGlyphs(glyphs.splice(mark.from), mark.text))
    },
    close() {
      next = spans.length
      open.length = 0
    },
  }
}

/** In units of the size: glyphs farther above or below than this are on another line. */
const sameLine = 0.5

/**
 * Replaces glyphs by the letters of a text: one letter per glyph when the counts are equal, else spread evenly over the
 * same width. Glyphs on several lines stay as drawn, because the text does not say where its lines end.
 */
function replaceGlyphs(glyphs: readonly Glyph[], text: string): Glyph[] {
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

/** The two ends of a line of glyphs, in reading direction. */
function extentOf(glyphs: readonly Glyph[]) {
  const ends = glyphs.flatMap(({ x, y, dx, dy, rotation }) => [
    { x, y, along: toFrame({ x, y }, rotation).x },
    { x: x + dx, y: y + dy, along: toFrame({ x: x + dx, y: y + dy }, rotation).x },
  ])
  const pick = (isBetter: (a: number, b: number) => boolean) =>
    ends.reduce((best, end) => (isBetter(end.along, best.along) ? end : best))
  return { from: pick((a, b) => a < b), to: pick((a, b) => a > b) }
}
