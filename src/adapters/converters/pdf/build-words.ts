import { spellLigatures } from './glyph-names.ts'
import { markRaised, raisedFigures, takesMark } from './mark-raised.ts'
import { unmappedGlyph } from './mend-texts.ts'
import { type Box, toFrame, type Word } from './page-layout.ts'
import type { Glyph } from './read-glyphs.ts'
import { toReadingOrder } from './to-reading-order.ts'

/** In units of the font size: a wider gap or a larger step back ends a word. */
const wordGap = 0.1
const stepBack = 0.2
/** In points: letters of one word are on one baseline. */
const baselineStep = 0.5
/** How far two glyphs drawn on one spot, as for bold letters, are apart along and across the line. */
const redrawnAlong = 0.1
const redrawnAcross = 0.2

type Placed = { glyph: Glyph; start: number; end: number; base: number }

/**
 * Builds words from glyphs in drawing order. A word ends at a space, a gap, a step back, and where the baseline, the
 * size or the direction changes. A glyph drawn again on the same spot becomes a word of its own, so that it can be
 * dropped. The marks of footnotes are words of their own, also where the font has raised figures.
 */
export function buildWords(glyphs: readonly Glyph[]): { words: Word[]; unmapped: number } {
  const words: Word[] = []
  let unmapped = 0
  let open: Placed[] = []
  let wasRedrawn = false
  const close = () => {
    const word = toWord(open, words.length)
    if (word) words.push(word)
    open = []
  }
  for (const glyph of glyphs) {
    unmapped += isPlain(glyph.text) ? 0 : (glyph.text.match(unmappedGlyphs)?.length ?? 0)
    if (isSpace(glyph.text)) {
      close()
      wasRedrawn = false
      continue
    }
    const placed = place(glyph)
    const previous = open.at(-1)
    const isRedrawn = previous !== undefined && isOnTop(previous, placed)
    if (previous && (isRedrawn || wasRedrawn || !continues(previous, placed) || isMarkEdge(open, placed)))
      close()
    wasRedrawn = isRedrawn
    open.push(placed)
  }
  close()
  return { words: markRaised(words), unmapped }
}

/** Whether the text is one letter, figure or sign of ASCII, as most are: such a glyph is mapped and no ligature. */
function isPlain(text: string): boolean {
  const code = text.length === 1 ? text.charCodeAt(0) : 0
  return code > 0x20 && code < 0x7f
}

function isSpace(text: string): boolean {
  return !isPlain(text) && text !== '' && text.trim() === ''
}

/** The position of a glyph in a frame where the text runs from left to right. */
function place(glyph: Glyph): Placed {
  if (glyph.rotation === 0) {
    const end = glyph.x + glyph.dx
    return { glyph, start: Math.min(glyph.x, end), end: Math.max(glyph.x, end), base: glyph.y }
  }
  const from = toFrame({ x: glyph.x, y: glyph.y }, glyph.rotation)
  const to = toFrame({ x: glyph.x + glyph.dx, y: glyph.y + glyph.dy }, glyph.rotation)
  return { glyph, start: Math.min(from.x, to.x), end: Math.max(from.x, to.x), base: from.y }
}

function isOnTop(previous: Placed, next: Placed): boolean {
  const { size } = previous.glyph
  return (
    previous.glyph.rotation === next.glyph.rotation &&
    Math.abs(next.start - previous.start) < redrawnAlong * size &&
    Math.abs(next.base - previous.base) < redrawnAcross * size
  )
}

function continues(previous: Placed, next: Placed): boolean {
  const { size, rotation } = previous.glyph
  const gap = next.start - previous.end
  return (
    next.glyph.rotation === rotation &&
    Math.abs(next.glyph.size - size) < 0.001 * size &&
    Math.abs(next.base - previous.base) <= baselineStep &&
    gap >= -stepBack * size &&
    gap <= wordGap * size
  )
}

/** Whether the mark of a footnote, drawn with raised figures of the font, begins or ends at the next glyph. */
function isMarkEdge(open: readonly Placed[], next: Placed): boolean {
  const [first] = open
  const isMark = first !== undefined && !isPlain(first.glyph.text) && raisedFigures.test(first.glyph.text)
  const isFigure = !isPlain(next.glyph.text) && raisedFigures.test(next.glyph.text)
  if (isMark || !isFigure) return isMark !== isFigure
  return takesMark(open.map(({ glyph }) => glyph.text).join(''), next.glyph.text.normalize('NFKC'))
}

function toWord(placed: readonly Placed[], order: number): Word | null {
  const [first] = placed
  const last = placed.at(-1)
  if (!first || !last || !(first.glyph.size > 0)) return null
  const { size, font, rotation } = first.glyph
  const upright: Box = {
    x0: first.start,
    x1: last.end,
    y0: first.base - font.ascent * size,
    y1: first.base + font.descent * size,
  }
  return {
    text: toReadingOrder(placed.map(({ glyph }) => readText(glyph))),
    letters: placed.length,
    ...upright,
    drop: font.descent * size,
    size,
    monospace: font.monospace,
    bold: font.bold,
    italic: font.italic,
    face: font.face,
    rotation,
    order,
    mark: first.glyph.mark,
    ...(first.glyph.isField ? { isField: true } : {}),
  }
}

function readText({ text }: Glyph): string {
  return isPlain(text) ? text : spellLigatures(text.replace(unmappedGlyphs, ''))
}

const unmappedGlyphs = new RegExp(unmappedGlyph, 'gu')
