/** Points from the top left corner of the page, y growing downwards. */
export type Box = { x0: number; y0: number; x1: number; y1: number }

/** A word as it stands on the page. */
export type Word = Box & {
  text: string
  /** Effective size of its font in points. */
  size: number
  monospace: boolean
  /** Clockwise, one of 0, 90, 180, 270. */
  rotation: number
  /** Place in the file's own drawing order. */
  order: number
  /** Whether it continues the word before it in drawing order; null when only the gap can tell. */
  glued: boolean | null
}

/** Words side by side on one baseline. */
export type Line = Box & { text: string; size: number; monospace: boolean }

/** Lines that belong together, top to bottom. Cells of one table carry its number. */
export type Block = Box & { lines: Line[]; table: number | null }

/** A page with its text in reading order. */
export type PageLayout = {
  number: number
  label: string | null
  width: number
  height: number
  blocks: Block[]
  ocr: boolean
}

export function boundsOf(boxes: readonly Box[]): Box {
  const bounds = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity }
  for (const box of boxes) {
    bounds.x0 = Math.min(bounds.x0, box.x0)
    bounds.y0 = Math.min(bounds.y0, box.y0)
    bounds.x1 = Math.max(bounds.x1, box.x1)
    bounds.y1 = Math.max(bounds.y1, box.y1)
  }
  return bounds
}

/** Where the letters of a word stand. Boxes reach a fifth of the size below it. */
export function baselineOf(word: Word): number {
  return word.y1 - descent * word.size
}

/** Extent of ordinary Latin letters above and below the baseline, in units of the font size. */
export const ascent = 0.75
export const descent = 0.2
