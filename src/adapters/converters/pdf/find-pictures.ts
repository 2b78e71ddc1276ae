import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/pdf.d.ts'
import { openPdf } from './open-pdf.ts'

/** Tells which pages show pictures. */
export type PictureFinder = { hasPicture(page: number): Promise<boolean>; close(): Promise<void> }

/**
 * Text is read from a document that skips its pictures, as unpacking them takes long and tells nothing about
 * letters. The few pages where a picture matters are looked at in a second one, opened when first needed.
 */
export function findPictures(bytes: Uint8Array, password: string | null): PictureFinder {
  let opened: Promise<PDFDocumentProxy> | null = null
  return {
    async hasPicture(number) {
      const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs')
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
