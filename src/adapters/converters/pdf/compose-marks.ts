import type { Glyph } from './read-glyphs.ts'

/** In units of the size: how far the mark may be from the beginning of its sign, along and across. */
const along = 0.9
const across = 0.4

/** Signs over which an ordinary slash is drawn to negate them, and how far it may be from their beginning. */
const negated = /^[=∈∋≡⊂⊃⊆⊇∃<>≤≥∼≈→]/u
const alongSlash = 0.5

/**
 * TeX draws the slash of "≠" and the arrow of a vector before the sign that they belong to; in text they follow it. Joins
 * such a mark to the next glyph on the same spot.
 */
export function composeMarks(glyphs: readonly Glyph[]): Glyph[] {
  const composed: Glyph[] = []
  let mark: Glyph | null = null
  for (const glyph of glyphs) {
    if (mark !== null && isOver(mark, glyph)) composed.push({ ...glyph, text: join(glyph.text, mark.text) })
    else if (mark !== null) composed.push(mark, ...(isMark(glyph) ? [] : [glyph]))
    else if (!isMark(glyph)) composed.push(glyph)
    mark = isMark(glyph) ? glyph : null
  }
  if (mark !== null) composed.push(mark)
  return composed
}

function isMark({ text }: Glyph): boolean {
  return text === '\u0338' || text === '\u20d7' || text === '/'
}

function isOver(mark: Glyph, glyph: Glyph): boolean {
  const { x, y, size, rotation, text } = glyph
  return (
    rotation === mark.rotation &&
    text.trim() !== '' &&
    !isMark(glyph) &&
    (mark.text !== '/' || negated.test(text)) &&
    Math.abs(x - mark.x) < (mark.text === '/' ? alongSlash : along) * size &&
    Math.abs(y - mark.y) < across * size
  )
}

function join(text: string, mark: string): string {
  const [first = '', ...others] = text
  return (first + mark.replace('/', '\u0338')).normalize('NFC') + others.join('')
}
