import type { Converted } from '../../../../core/model/document.ts'
import { silent } from '../../../../core/model/progress.ts'
import type { Ocr } from '../../ocr/ocr.ts'
import { pdfConverter } from '../pdf-converter.ts'
import { makePdf, type PdfLine, type PdfRecipe } from './make-pdf.ts'

/** For documents whose text layer is tested: pictures are not recognised. */
export const blindOcr: Ocr = {
  name: 'blind',
  recognise: async () => ({ paragraphs: [], warnings: [] }),
  close: async () => {},
}

export async function convertPdf(
  recipe: PdfRecipe | Uint8Array,
  options: { password?: string; ocr?: Ocr; languages?: string[]; signal?: AbortSignal } = {},
): Promise<Converted> {
  const bytes = recipe instanceof Uint8Array ? recipe : makePdf(recipe)
  const raw = { source: 'test.pdf', name: 'test.pdf', bytes, mediaType: null, charset: null }
  return pdfConverter(options.ocr ?? blindOcr).convert(
    { ...raw, lastModified: null, fileType: null },
    { password: options.password ?? null, ocrLanguages: options.languages ?? ['en'] },
    { signal: options.signal ?? new AbortController().signal, progress: silent },
  )
}

/** Lines of running text from a height downwards, twelve points apart. */
export function paragraph(
  texts: readonly string[],
  place: { x: number; y: number; size?: number },
): PdfLine[] {
  return texts.map((text, index) => ({ text, x: place.x, y: place.y + 12 * index, size: place.size ?? 10 }))
}

export function textOfPage(converted: Converted, number: number): string {
  const page = converted.pages.find(candidate => candidate.number === number)
  return page ? converted.markdown.slice(page.start, page.end) : ''
}
