import type { Ocr } from '../ocr/ocr.ts'
import { drawPage } from './draw-page.ts'
import { type Block, boundsOf } from './page-layout.ts'

export type ScannedPage = { blocks: Block[]; isBlank: boolean; warnings: string[] }

/** Reads a page from its picture: paragraphs become blocks, pixels become points. */
export async function recognisePage(
  request: {
    bytes: Uint8Array
    password: string | null
    number: number
    width: number
    height: number
    languages: readonly string[]
  },
  ocr: Ocr,
  signal: AbortSignal,
): Promise<ScannedPage> {
  const drawn = await drawPage(request.bytes, request)
  if (drawn.isBlank) return { blocks: [], isBlank: true, warnings: [] }
  // Engines take a resolution this low for a mistake and guess better without.
  const dpi = drawn.dpi < 70 ? null : drawn.dpi
  const { paragraphs, warnings } = await ocr.recognise(
    { image: drawn.png, languages: request.languages, dpi },
    signal,
  )
  const scale = 72 / drawn.dpi
  const blocks = paragraphs.map(paragraph => {
    const size = scale * medianOf(paragraph.map(line => line.y1 - line.y0))
    const lines = paragraph.map(({ text, x0, y0, x1, y1 }) => ({
      text: text.replace(/\s+/g, ' '),
      x0: x0 * scale,
      y0: y0 * scale,
      x1: x1 * scale,
      y1: y1 * scale,
      size,
      monospace: false,
    }))
    return { ...boundsOf(lines), lines, table: null }
  })
  return { blocks, isBlank: false, warnings }
}

/** Heights of recognised lines differ by their letters; a paragraph has one size. */
function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
