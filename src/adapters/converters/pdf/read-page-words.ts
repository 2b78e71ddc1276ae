import type { PDFPageProxy } from 'pdfjs-dist/types/src/pdf.d.ts'
import { blankBrokenFonts } from './blank-broken-fonts.ts'
import { buildWords } from './build-words.ts'
import { dropRedrawn } from './drop-redrawn.ts'
import type { Word } from './page-layout.ts'
import { type Glyph, readGlyphs } from './read-glyphs.ts'
import type { SpanReader } from './span-reader.ts'

/** `unmapped` counts glyphs whose meaning the file does not tell: they are left out of the words. */
export type PageWords = { width: number; height: number; words: Word[]; unmapped: number }

/** Reads the words of one page with their places, as a viewer would show it (turned, cropped, top left origin). */
export async function readPageWords(page: PDFPageProxy, readSpans?: SpanReader): Promise<PageWords> {
  const { width, height } = page.getViewport({ scale: 1 })
  const glyphs = (await readGlyphs(page, readSpans)).filter(glyph => isOnPage(glyph, { width, height }))
  return { width, height, ...buildWords(dropRedrawn(blankBrokenFonts(glyphs))) }
}

/** Printers' notes beyond the edge are no part of what is read. */
function isOnPage({ x, y, dx, dy }: Glyph, page: { width: number; height: number }): boolean {
  return (
    Math.max(x, x + dx) >= 0 &&
    Math.min(x, x + dx) <= page.width &&
    Math.max(y, y + dy) >= 0 &&
    Math.min(y, y + dy) <= page.height
  )
}
