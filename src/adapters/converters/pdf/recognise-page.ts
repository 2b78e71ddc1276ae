import { Failure } from '../../../core/model/failure.ts'
import type { Ocr } from '../ocr/ocr.ts'
import { buildLines } from './build-lines.ts'
import { spellLigatures } from './glyph-names.ts'
import { linkLines } from './link-lines.ts'
import { type Block, type Box, boundsOf, type Line, type Word } from './page-layout.ts'

export type ScannedPage = { blocks: Block[]; isBlank: boolean; warnings: string[] }

/** Recognises the picture of a page: paragraphs become blocks, pixels become points. */
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
  // Engines treat such a low resolution as an error and guess better without it.
  const dpi = drawn.dpi < 70 ? null : drawn.dpi
  const { paragraphs, warnings } = await ocr.recognise(
    { image: drawn.png, languages: request.languages, dpi },
    signal,
  )
  const scale = 72 / drawn.dpi
  const blocks = paragraphs.map(paragraph => {
    const size = scale * medianOf(paragraph.map(line => line.y1 - line.y0))
    const lines = paragraph.map(({ text, x0, y0, x1, y1 }) => ({
      text: spellLigatures(text.replace(/\s+/g, ' ')),
      x0: x0 * scale,
      y0: y0 * scale,
      x1: x1 * scale,
      y1: y1 * scale,
      size,
      monospace: false,
      bold: false,
      italic: false,
      face: '',
      order: 0,
      tagged: null,
    }))
    return { ...boundsOf(lines), lines, table: null, role: 'body' as const }
  })
  return { blocks, isBlank: false, warnings }
}

/** Heights of recognised lines depend on their letters; a paragraph has one size. */
function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

type DrawnPage = { png: Uint8Array; dpi: number; isBlank: boolean }

const bestDpi = 200
/** Limit of the pixels of a drawn page: each takes four bytes, in several copies. */
const maxPixels = 16_000_000

/** Draws a page as a picture: as wide as requested, or for text recognition as sharp as its size allows. */
export async function drawPage(
  bytes: Uint8Array,
  page: { number: number; width: number; height: number; password: string | null; pixels?: number },
): Promise<DrawnPage> {
  const area = Math.max(1, page.width * page.height)
  const most = 72 * Math.sqrt(maxPixels / area)
  // A little more, because the library rounds the width down.
  const wanted = page.pixels === undefined ? null : (72 * (page.pixels + 0.01)) / Math.max(1, page.width)
  const dpi = Math.max(1, wanted === null ? Math.floor(Math.min(bestDpi, most)) : Math.min(wanted, most))
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

/** Fewer unmapped letters than this are bullets and signs; more are whole sentences. */
const leastLost = 100
/** Shorter unmapped words are symbols of formulas, which OCR does not recognise. */
const leastWord = 3

/** Whether a page with a good text layer has sentences in a font without a character map. */
export function hasLostText(words: readonly Word[]): boolean {
  const sentences = words.filter(word => isLost(word) && word.letters >= leastWord)
  return sentences.reduce((sum, word) => sum + word.letters, 0) >= leastLost
}

/** Replaces the unmapped words of a page by the lines recognised at their place. */
export function fillLost(words: readonly Word[], lines: readonly Line[]): Word[] {
  const lost = words.filter(isLost)
  // Lines without text are left out, so the unmapped words get a letter.
  const holes = linkLines(buildLines(lost.map(word => ({ ...word, text: 'x' })))).map(boundsOf)
  const filled = lines.flatMap(line => {
    const [first] = lost.filter(word => overlaps(word, line))
    const isInHole = holes.some(hole => contains(hole, line))
    return first && isInHole
      ? [{ ...first, text: line.text, letters: line.text.length, x0: line.x0, x1: line.x1 }]
      : []
  })
  return filled.length === 0 ? [...words] : [...words.filter(word => !isLost(word)), ...filled]
}

function isLost({ text, rotation }: Word): boolean {
  return text === '' && rotation === 0
}

function contains(hole: Box, line: Box): boolean {
  const [x, y] = [(line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2]
  return x >= hole.x0 && x <= hole.x1 && y >= hole.y0 && y <= hole.y1
}

/** Whether a word is on a recognised line: their centres are at the same height. */
function overlaps(word: Word, line: Box): boolean {
  const middle = (line.y0 + line.y1) / 2
  return word.x0 < line.x1 && word.x1 > line.x0 && middle > word.y0 && middle < word.y1
}
