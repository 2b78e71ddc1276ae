import type { Word } from '../page-layout.ts'
import type { PageFont } from '../read-fonts.ts'
import type { Glyph } from '../read-glyphs.ts'

export const plainFont: PageFont = {
  name: 'plain',
  scale: 0.001,
  sizing: 1,
  ascent: 0.75,
  descent: 0.25,
  vertical: false,
  texts: new Map(),
  monospace: false,
  bold: false,
  italic: false,
  face: '',
}

/** Glyphs of a text, each half a size wide, from a point on the baseline. */
export function glyphsOf(text: string, place: { x: number; y: number; size?: number }): Glyph[] {
  const { x, y, size = 10 } = place
  return [...text].map((letter, index) => ({
    text: letter,
    x: x + (index * size) / 2,
    y,
    dx: size / 2,
    dy: 0,
    size,
    rotation: 0,
    font: plainFont,
    mark: null,
  }))
}

/** A word whose letters are half a size wide. */
export function word(text: string, place: { x: number; y: number; size?: number; order?: number }): Word {
  const { x, y, size = 10, order = 0 } = place
  return {
    text,
    letters: text.length,
    x0: x,
    x1: x + (text.length * size) / 2,
    y0: y - 0.75 * size,
    y1: y + 0.25 * size,
    drop: 0.25 * size,
    size,
    monospace: false,
    bold: false,
    italic: false,
    face: '',
    rotation: 0,
    order,
    mark: null,
  }
}
