import type { PDFPageProxy } from 'pdfjs-dist/types/src/pdf.d.ts'
import type { Word } from './page-layout.ts'

/** A page with fewer letters than this may be a scan with only a stamp or a page number on top. */
const sparse = 25
const garbledShare = 0.3

/**
 * `good` text is used as it is; a page with `none`, or a `sparse` one under which a picture lies, is worth
 * reading from its picture; `garbled` text (no mapping to characters) only from there.
 */
export async function judgeTextLayer(
  page: PDFPageProxy,
  words: readonly Word[],
): Promise<'good' | 'none' | 'sparse' | 'garbled'> {
  const text = words.map(word => word.text).join('')
  const unmapped = text.match(unmappedCharacter)?.length ?? 0
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  if (text.length >= sparse && unmapped > garbledShare * text.length) return 'garbled'
  if (letters === 0) return 'none'
  if (letters >= sparse) return 'good'
  return (await hasPicture(page)) ? 'sparse' : 'good'
}

// Private use, unassigned, and the replacement character: glyphs whose meaning the file does not tell.
const unmappedCharacter = /[\p{Co}\p{Cn}\ufffd]/gu

async function hasPicture(page: PDFPageProxy): Promise<boolean> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const { fnArray } = await page.getOperatorList()
  const drawing = new Set<number>([
    OPS.paintImageXObject,
    OPS.paintInlineImageXObject,
    OPS.paintImageMaskXObject,
  ])
  return fnArray.some(operator => drawing.has(operator))
}
