import type { PDFPageProxy } from 'pdfjs-dist/types/src/pdf.d.ts'
import type { PageWords } from './read-page-words.ts'

/** A page with fewer letters than this may be a scan with only a stamp or a page number on top. */
const sparse = 25
const garbledShare = 0.3

/**
 * `good` text is used as it is; a page with `none`, or a `sparse` one under which a picture lies, is worth
 * reading from its picture; `garbled` text (glyphs without meaning, or hardly a letter) only from there.
 */
export async function judgeTextLayer(
  page: PDFPageProxy,
  { words, unmapped }: PageWords,
): Promise<'good' | 'none' | 'sparse' | 'garbled'> {
  // Leaders and rules of a table of contents are no sign of trouble.
  const text = words.map(word => word.text.replace(/[._…·|=-]/g, '')).join('')
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  const glyphs = text.length + unmapped
  if (glyphs >= sparse && unmapped > garbledShare * glyphs) return 'garbled'
  if (glyphs >= 2 * sparse && letters < 0.4 * glyphs) return 'garbled'
  if (letters === 0) return 'none'
  if (letters >= sparse) return 'good'
  return (await hasPicture(page)) ? 'sparse' : 'good'
}

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
