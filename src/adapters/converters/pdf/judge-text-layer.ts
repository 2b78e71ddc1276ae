import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/pdf.d.ts'
import { loadPdfJs, openPdf } from './open-pdf.ts'
import type { PageWords } from './read-page-words.ts'

/** A page with fewer letters than this may be a scan with only a stamp or a page number on top. */
const sparse = 25
const garbledShare = 0.3
/** Addresses and prices mix letters and signs too, but in fewer words than this. */
const mixedShare = 0.08

/**
 * Rates the text layer of a page. `good` is used as it is. `none`, and `sparse` above a picture, are recognised from
 * the picture as well. `garbled` (unmapped glyphs, hardly any letters, or words that mix letters and signs) is replaced
 * by recognised text.
 */
export async function judgeTextLayer(
  { words, unmapped }: Pick<PageWords, 'words' | 'unmapped'>,
  hasPicture: () => Promise<boolean>,
): Promise<'good' | 'none' | 'sparse' | 'garbled'> {
  // Leaders and rules of a table of contents do not count.
  const text = words.map(word => word.text.replace(/[._…·|=-]/g, '')).join('')
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  const glyphs = text.length + unmapped
  if (glyphs >= sparse && unmapped > garbledShare * glyphs) return 'garbled'
  if (glyphs >= 2 * sparse && letters < 0.4 * glyphs) return 'garbled'
  if (glyphs >= 2 * sparse && isMixed(words.map(word => word.text))) return 'garbled'
  if (letters === 0) return 'none'
  if (letters >= sparse) return 'good'
  return (await hasPicture()) ? 'sparse' : 'good'
}

/** Matches what a damaged file shows: parts of its content stream and of compressed data, drawn as text. */
function isMixed(words: readonly string[]): boolean {
  const nonEmpty = words.filter(word => word !== '')
  return nonEmpty.filter(word => mixed.test(word)).length > mixedShare * nonEmpty.length
}

const mixed = /[\p{L}\p{N}][\p{Sc}\p{Sk}\p{So}†‡ªº¶@\\"]+[\p{L}\p{N}]|[\p{Sc}\p{Sk}\p{So}†‡ª¶]{2}/u

/** Says which pages show pictures. */
export type PictureFinder = { hasPicture(page: number): Promise<boolean>; close(): Promise<void> }

/**
 * Text is read from a document that skips its pictures, because decoding them takes long. The few pages where a picture
 * matters are examined in a second document, which is opened on first use.
 */
export function findPictures(bytes: Uint8Array, password: string | null): PictureFinder {
  let opened: Promise<PDFDocumentProxy> | null = null
  return {
    async hasPicture(number) {
      const { OPS } = await loadPdfJs()
      opened ??= openPdf(bytes, password, { pictures: true })
      const page = await (await opened).getPage(number)
      const { fnArray } = await page.getOperatorList()
      page.cleanup()
      const drawing = new Set<number>([
        OPS.paintImageXObject,
        OPS.paintInlineImageXObject,
        OPS.paintImageMaskXObject,
      ])
      return fnArray.some(operator => drawing.has(operator))
    },
    async close() {
      await (await opened)?.loadingTask.destroy()
    },
  }
}
