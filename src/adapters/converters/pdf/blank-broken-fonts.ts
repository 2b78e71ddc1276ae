import { unmappedGlyph } from './build-words.ts'
import type { PageFont } from './read-fonts.ts'
import type { Glyph } from './read-glyphs.ts'

/** Fewer glyphs than this tell nothing about their font: a page has a few signs that mean nothing. */
const leastGlyphs = 20

/**
 * A font most of whose glyphs have no meaning has none for the others either: its file numbers the glyphs, and some of
 * the numbers happen to be those of signs. They are marked as unknown like the rest.
 */
export function blankBrokenFonts(glyphs: readonly Glyph[]): Glyph[] {
  const counts = new Map<PageFont, { all: number; unmapped: number }>()
  for (const { text, font } of glyphs) {
    if (text.trim() === '') continue
    const count = counts.get(font) ?? { all: 0, unmapped: 0 }
    count.all += 1
    count.unmapped += unmappedGlyph.test(text) ? 1 : 0
    counts.set(font, count)
  }
  return glyphs.map(glyph => {
    const { all, unmapped } = counts.get(glyph.font) ?? { all: 0, unmapped: 0 }
    const isBroken = all >= leastGlyphs && 2 * unmapped > all
    return isBroken && glyph.text.trim() !== '' ? { ...glyph, text: '\ufffd' } : glyph
  })
}
