import type { PDFPageProxy } from 'pdfjs-dist/types/src/pdf.d.ts'
import { buildWords } from './build-words.ts'
import { composeMarks } from './compose-marks.ts'
import { unmappedGlyph } from './mend-texts.ts'
import type { Word } from './page-layout.ts'
import type { Drawing } from './read-drawings.ts'
import type { PageFont } from './read-fonts.ts'
import { type Glyph, readGlyphs } from './read-glyphs.ts'
import { readStructure } from './read-structure.ts'
import type { SpanReader } from './span-reader.ts'
import { straightenSlanted } from './straighten-slanted.ts'

/** `unmapped` counts the glyphs without a character: they are left out of the words. */
export type PageWords = {
  width: number
  height: number
  words: Word[]
  drawings: Drawing[]
  unmapped: number
  /** Places of marked contents in the structure tree, by their numbers; empty when the file is not tagged. */
  structure: ReadonlyMap<number, number>
}

/** Reads the words of one page with their positions, as a viewer shows it (rotated, cropped, top left origin). */
export async function readPageWords(page: PDFPageProxy, readSpans?: SpanReader): Promise<PageWords> {
  const { width, height } = page.getViewport({ scale: 1 })
  const read = await readGlyphs(page, readSpans)
  const glyphs = read.glyphs.filter(glyph => isOnPage(glyph, { width, height }))
  const hasMarks = glyphs.some(glyph => glyph.mark !== null)
  const structure = hasMarks ? await readStructure(page) : new Map<number, number>()
  return {
    width,
    height,
    drawings: read.drawings,
    structure,
    ...buildWords(composeMarks(dropRedrawn(straightenSlanted(blankBrokenFonts(glyphs))))),
  }
}

/** Printers' marks outside the page are not read. */
function isOnPage({ x, y, dx, dy }: Glyph, page: { width: number; height: number }): boolean {
  return (
    Math.max(x, x + dx) >= 0 &&
    Math.min(x, x + dx) <= page.width &&
    Math.max(y, y + dy) >= 0 &&
    Math.min(y, y + dy) <= page.height
  )
}

/** Fewer glyphs than this say nothing about their font: many pages have a few unmapped signs. */
const leastGlyphs = 20

/**
 * When most glyphs of a font are unmapped, the others are wrong too: the font numbers its glyphs, and some numbers
 * happen to be characters. All of its glyphs are marked as unknown.
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

/** In units of the size: how far a repeated glyph may be from the first one, along and across. */
const slack = 0.05
/**
 * After this many equal glyphs in a row, a glyph is part of a rule or of leaders, whose parts may overlap. No word
 * repeats a letter as often.
 */
const pieces = 4

/**
 * Drops glyphs that are drawn again on the same spot, as some programs do for bold letters and shadows: those with the
 * text, size and direction of a glyph that is already there. Parts of a rule are dropped only after a glyph that was.
 */
export function dropRedrawn(glyphs: readonly Glyph[]): Glyph[] {
  const texts = new Map<string, Map<number, Glyph[]>>()
  let wasDropped = false
  return glyphs.filter((glyph, index) => {
    if (glyph.text.trim() === '') return true
    const squares = texts.get(glyph.text) ?? new Map<number, Glyph[]>()
    texts.set(glyph.text, squares)
    const keys = squaresNear(glyph)
    const isRedrawn = keys.some(key => squares.get(key)?.some(other => isSame(other, glyph)))
    wasDropped = isRedrawn && (wasDropped || !isPiece(glyphs, index))
    if (wasDropped) return false
    for (const key of keys) {
      const square = squares.get(key)
      if (square) square.push(glyph)
      else squares.set(key, [glyph])
    }
    return true
  })
}

function isPiece(glyphs: readonly Glyph[], index: number): boolean {
  const before = glyphs.slice(Math.max(0, index - pieces), index)
  return before.length === pieces && before.every(({ text }) => text === glyphs[index]?.text)
}

/** In points: glyphs are indexed by squares of this size. */
const squareSize = 8
/** Squares of one key are told apart by the positions of their glyphs. */
const mostRows = 4_096

/** The squares that may contain a repeated glyph: usually one, more at their edges. */
function squaresNear({ x, y, size }: Glyph): number[] {
  const reach = slack * size
  const [left, right] = [Math.floor((x - reach) / squareSize), Math.floor((x + reach) / squareSize)]
  const [top, bottom] = [Math.floor((y - reach) / squareSize), Math.floor((y + reach) / squareSize)]
  const keys: number[] = []
  for (let column = left; column <= right; column += 1)
    for (let row = top; row <= bottom; row += 1) keys.push(column * mostRows + row)
  return keys
}

function isSame(a: Glyph, b: Glyph): boolean {
  return (
    a.rotation === b.rotation &&
    Math.abs(a.size - b.size) < 0.05 * b.size &&
    Math.abs(a.x - b.x) < slack * b.size &&
    Math.abs(a.y - b.y) < slack * b.size
  )
}
