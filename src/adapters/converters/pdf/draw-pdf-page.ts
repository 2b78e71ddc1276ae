import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/pdf.d.ts'
import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { ReportProgress } from '../../../core/model/progress.ts'
import type { RawSource } from '../../../core/model/source.ts'
import type { ConvertOptions, DrawnPage, DrawRequest, PageOrder } from '../../../core/ports/converter.ts'
import type { Ocr } from '../ocr/ocr.ts'
import { type Colour, frameRects, tintRects, writeLabel } from '../pictures/mark-picture.ts'
import { decodePng, encodePng, type Picture } from '../pictures/png.ts'
import { type ArrangedPage, arrangePages } from './arrange-page.ts'
import { inferLabels } from './infer-labels.ts'
import { findPdfStart, openPdf } from './open-pdf.ts'
import type { Role } from './page-layout.ts'
import { readPages } from './read-pages.ts'
import { drawPage } from './recognise-page.ts'
import { removeFurniture } from './remove-furniture.ts'

type Request = { options: ConvertOptions; drawing: DrawRequest }
type Context = { signal: AbortSignal; progress: ReportProgress; ocr: Ocr }

/** Draws a page with marked rectangles, or with its regions, their role and their place in the reading order. */
export async function drawPdfPage(raw: RawSource, request: Request, context: Context): Promise<DrawnPage> {
  throwIfAborted(context.signal)
  const bytes = raw.bytes.subarray(Math.max(0, findPdfStart(raw.bytes)))
  const { drawing, options } = request
  const { password } = options
  const document = await openPdf(bytes, password)
  try {
    if (drawing.page > document.numPages) throw noSuchPage(drawing.page, document.numPages)
    const { width, height } = (await document.getPage(drawing.page)).getViewport({ scale: 1 })
    const { png } = await drawPage(bytes, {
      ...{ number: drawing.page, width, height, password },
      pixels: drawing.width,
    })
    const picture = decodePng(png)
    const scale = picture.width / Math.max(1, width)
    if (drawing.show.kind === 'rects') {
      tintRects(picture, { rects: drawing.show.rects, scale, colour: marker })
      return { png: encodePng(picture), order: null }
    }
    const arranged = await arrange(document, { bytes, request, context })
    drawRegions(picture, arranged, scale)
    return { png: encodePng(picture), order: toOrder(arranged) }
  } finally {
    await document.loadingTask.destroy()
  }
}

function noSuchPage(page: number, pages: number): Failure {
  return new Failure(
    'not_found',
    'PAGE_NOT_FOUND',
    `There is no page ${page}: the file has ${pages} pages.`,
    {
      hint: `Pass a page from 1 to ${pages}.`,
    },
  )
}

/** Arranges all pages as the converter does: furniture and the style of the body depend on the others. */
async function arrange(
  document: PDFDocumentProxy,
  { bytes, request, context }: { bytes: Uint8Array; request: Request; context: Context },
): Promise<ArrangedPage> {
  const { options, drawing } = request
  const { ocr, progress, signal } = context
  const { pages } = await readPages({ document, bytes, options, ocr, progress }, signal)
  const arranged = arrangePages(removeFurniture(inferLabels(pages).pages))[drawing.page - 1]
  if (arranged === undefined) throw noSuchPage(drawing.page, pages.length)
  return arranged
}

const marker: Colour = [255, 235, 59]
const zoneTint: Colour = [255, 240, 219]
const colours: Readonly<Record<Role, Colour>> = {
  body: [200, 0, 0],
  caption: [0, 128, 0],
  footnote: [0, 0, 200],
  figure: [210, 120, 0],
  table: [128, 0, 128],
  aside: [110, 110, 110],
}

function drawRegions(picture: Picture, { page, chosen }: ArrangedPage, scale: number): void {
  tintRects(picture, { rects: page.zones, scale, colour: zoneTint })
  for (const { block } of chosen.items)
    frameRects(picture, { rects: [block], scale, colour: colours[block.role] })
  for (const [index, { block }] of chosen.items.entries())
    writeLabel(picture, `${index + 1} ${block.role}`, {
      ...{ x: block.x0, y: block.y0, scale, dot: Math.max(1, Math.round(picture.width / 550)) },
      colour: colours[block.role],
    })
}

const longestText = 60

function toOrder({ candidates, chosen }: ArrangedPage): PageOrder {
  return {
    regions: chosen.items.map(({ block: { x0, y0, x1, y1, role, lines } }) => ({
      ...{ x0, y0, x1, y1, role },
      text: (lines[0]?.text ?? '').slice(0, longestText),
    })),
    candidates: candidates.map(({ name, evidence }) => ({ name, evidence })),
    chosen: chosen.name,
  }
}
