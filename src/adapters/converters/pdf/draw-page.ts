import { Failure } from '../../../core/model/failure.ts'

export type DrawnPage = { png: Uint8Array; dpi: number; isBlank: boolean }

const bestDpi = 200
/** A page is drawn with at most this many pixels: four bytes each, several times over. */
const maxPixels = 16_000_000

/** Draws one page as a picture for text recognition, as sharp as its size allows. */
export async function drawPage(
  bytes: Uint8Array,
  page: { number: number; width: number; height: number; password: string | null },
): Promise<DrawnPage> {
  const area = Math.max(1, page.width * page.height)
  const dpi = Math.max(1, Math.floor(Math.min(bestDpi, 72 * Math.sqrt(maxPixels / area))))
  const { LiteParse } = await import('@llamaindex/liteparse')
  const parser = new LiteParse({
    ocrEnabled: false,
    quiet: true,
    dpi,
    ...(page.password === null ? {} : { password: page.password }),
  })
  try {
    const [shot] = await parser.screenshot(Buffer.from(bytes), [page.number])
    if (shot) return { png: shot.imageBuffer, dpi, isBlank: shot.isSolidFill }
  } catch (error) {
    throw cannotDraw(page.number, error)
  }
  throw cannotDraw(page.number)
}

function cannotDraw(page: number, cause?: unknown): Failure {
  const reason = cause instanceof Error ? `: ${cause.message}` : ''
  return new Failure('invalid', 'BROKEN_SOURCE', `Page ${page} could not be drawn${reason}`, { cause })
}
