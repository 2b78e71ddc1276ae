import type { PDFPageProxy } from 'pdfjs-dist/types/src/pdf.d.ts'
import { ascent, descent, type Word } from './page-layout.ts'

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>
type TextItem = Extract<TextContent['items'][number], { str: string }>
type Matrix = readonly [number, number, number, number, number, number]

/** `unmapped` counts glyphs whose meaning the file does not tell: they are left out of the words. */
export type PageWords = { width: number; height: number; words: Word[]; unmapped: number }

/** Reads the words of one page with their places, as a viewer would show it (turned, cropped, top left origin). */
export async function readPageWords(page: PDFPageProxy): Promise<PageWords> {
  const viewport = page.getViewport({ scale: 1 })
  const content = await page.getTextContent({ disableNormalization: true, includeMarkedContent: false })
  const words: Word[] = []
  let unmapped = 0
  let isGlued: boolean | null = null
  for (const item of content.items) {
    if (!('str' in item)) continue
    unmapped += item.str.match(unmappedGlyph)?.length ?? 0
    const placed = placeItem(item, toMatrix(viewport.transform))
    if (placed) {
      const monospace = content.styles[item.fontName]?.fontFamily === 'monospace'
      isGlued = addWords(words, item, { ...placed, monospace }, isGlued)
    }
    if (item.hasEOL) isGlued = null
  }
  return { width: viewport.width, height: viewport.height, words, unmapped }
}

type Placed = {
  x: number
  y: number
  cos: number
  sin: number
  size: number
  width: number
  rotation: number
}

function placeItem(item: TextItem, view: Matrix): Placed | null {
  const [a, b, c, d, e, f] = multiply(view, toMatrix(item.transform))
  const size = Math.hypot(c, d)
  const stretch = Math.hypot(a, b)
  if (!(size > 0) || !(stretch > 0)) return null
  const angle = (Math.atan2(b, a) * 180) / Math.PI
  return {
    x: e,
    y: f,
    cos: a / stretch,
    sin: b / stretch,
    size,
    width: item.width * Math.hypot(view[0], view[1]),
    rotation: (Math.round(angle / 90) * 90 + 360) % 360,
  }
}

/** Adds the words of one run of text; says whether the next run continues the last word. */
function addWords(
  words: Word[],
  item: TextItem,
  placed: Placed & { monospace: boolean },
  isGlued: boolean | null,
): boolean | null {
  const text = item.str.replace(unmappedGlyph, '')
  if (text === '') return isGlued
  let glued = isGlued
  const at = (index: number) => (index / text.length) * placed.width
  for (const match of text.matchAll(/\S+/g)) {
    const [from, to] = [at(match.index), at(match.index + match[0].length)]
    words.push({
      text: match[0],
      ...(item.dir === 'rtl'
        ? boxOf(placed, placed.width - to, placed.width - from)
        : boxOf(placed, from, to)),
      size: placed.size,
      monospace: placed.monospace,
      rotation: placed.rotation,
      order: words.length,
      glued: match.index === 0 ? glued : false,
    })
    glued = false
  }
  return !/\s$/.test(text)
}

/** The part of a run between two distances from its start. Heights are those of ordinary Latin letters. */
function boxOf({ x, y, cos, sin, size, rotation }: Placed, from: number, to: number) {
  const [above, below] = [ascent * size, descent * size]
  const [startX, startY, endX, endY] = [x + from * cos, y + from * sin, x + to * cos, y + to * sin]
  if (rotation === 90) return { x0: startX - below, x1: startX + above, y0: startY, y1: endY }
  if (rotation === 270) return { x0: startX - above, x1: startX + below, y0: endY, y1: startY }
  if (rotation === 180) return { x0: endX, x1: startX, y0: startY - below, y1: startY + above }
  return { x0: startX, x1: endX, y0: startY - above, y1: startY + below }
}

function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ]
}

function toMatrix(values: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = values
  return [a, b, c, d, e, f]
}

// Controls, private use, unassigned and lone surrogates: nothing that could be read, found or stored.
const unmappedGlyph = /[\p{Cs}\p{Co}\p{Cn}\ufffd]|(?![\t\n\r])\p{Cc}/gu
