/** Points from the top left corner of the page, y increasing downwards. */
export type Box = { x0: number; y0: number; x1: number; y1: number }

/** A word in the frame of its own direction: rotated so that it runs from left to right (see `toFrame`). */
export type Word = Box & {
  /** Empty when the file does not map its glyphs to characters. */
  text: string
  /** How many glyphs it is drawn with. */
  letters: number
  /** How far the box extends below the baseline. */
  drop: number
  /** Effective size of its font in points. */
  size: number
  monospace: boolean
  /** Whether the name of its font says so. */
  bold: boolean
  italic: boolean
  /** The name of its font; empty when it has none. */
  face: string
  /** Clockwise, one of 0, 90, 180, 270; 45 for text in any other direction. */
  rotation: number
  /** Index in the drawing order of the file. */
  order: number
  /** Number of its marked content. */
  mark: number | null
  /** Whether it is the mark of a footnote: figures or a sign, smaller and higher than the word that they follow. */
  raised?: boolean
  /** Whether it is part of a field of a form. */
  isField?: true
}

/** Words side by side on one baseline, in one column. `order` is that of its first word. */
export type Line = Box & {
  text: string
  size: number
  monospace: boolean
  /** Whether nearly all of its letters are. */
  bold: boolean
  italic: boolean
  /** The font of most of its letters. */
  face: string
  order: number
  /** Place in the structure tree of a tagged file; null when it has none. */
  tagged: number | null
}

/**
 * What a block is to the reader. `figure` is text inside a drawing, `aside` text that is rotated against the page. All
 * except `body` may be moved out of a sentence that they interrupt.
 */
export type Role = 'body' | 'caption' | 'footnote' | 'figure' | 'table' | 'aside'

/** Lines that belong together, top to bottom. Each line of a block with a `table` number is a row of its own. */
export type Block = Box & {
  lines: Line[]
  table: number | null
  role: Role
  /** Whether it is the rest of the last paragraph of the previous page. */
  isContinued?: true
}

/** A page with its text in reading order. */
export type PageLayout = {
  number: number
  label: string | null
  width: number
  height: number
  blocks: Block[]
  /** The areas of charts, diagrams and pictures. */
  zones: Box[]
  /** Straight horizontal and vertical strokes. */
  rules: Box[]
  /** The direction of most text, clockwise. */
  turn: number
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

/** The y of the baseline of a word. */
export function baselineOf(word: Word): number {
  return word.y1 - word.drop
}

/** Rotates a point about the corner of the page so that text of this rotation runs from left to right. */
export function toFrame({ x, y }: { x: number; y: number }, rotation: number): { x: number; y: number } {
  if (rotation === 90) return { x: y, y: -x }
  if (rotation === 180) return { x: -x, y: -y }
  if (rotation === 270) return { x: -y, y: x }
  return { x, y }
}

/** Rotates a box in the same way. Rotating by 360 − `rotation` reverses it. */
export function turnBox(box: Box, rotation: number): Box {
  const a = toFrame({ x: box.x0, y: box.y0 }, rotation)
  const b = toFrame({ x: box.x1, y: box.y1 }, rotation)
  return { x0: Math.min(a.x, b.x), y0: Math.min(a.y, b.y), x1: Math.max(a.x, b.x), y1: Math.max(a.y, b.y) }
}

/** An affine transformation as PDF writes it: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number]

/** The product: applies `n`, then `m`. */
export function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ]
}

/** Reads six numbers from an array-like value; missing or invalid ones are taken from the identity. */
export function toMatrix(values: unknown): Matrix {
  const at = (index: number, otherwise: number): number => {
    const value = isRecord(values) ? values[index] : undefined
    return typeof value === 'number' && Number.isFinite(value) ? value : otherwise
  }
  return [at(0, 1), at(1, 0), at(2, 0), at(3, 1), at(4, 0), at(5, 0)]
}

export function isRecord(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null
}
