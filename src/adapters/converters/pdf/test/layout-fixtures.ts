import { type Block, boundsOf, type Line, type PageLayout, type Role } from '../page-layout.ts'

/** A block of lines, twelve points apart, each `width` points wide. */
export function block(
  texts: readonly string[],
  place: { x: number; y: number; order?: number; size?: number; width?: number; role?: Role; bold?: boolean },
): Block {
  const { x, y, order = 0, size = 10, width = 200, role = 'body', bold = false } = place
  const lines = texts.map(
    (text, index): Line => ({
      text,
      x0: x,
      x1: x + width,
      y0: y + 12 * index,
      y1: y + 12 * index + size,
      size,
      monospace: false,
      bold,
      italic: false,
      face: '',
      order: order + index,
      tagged: null,
    }),
  )
  return { lines, ...boundsOf(lines), table: null, role }
}

export function page(blocks: Block[], facts: Partial<PageLayout> = {}): PageLayout {
  return {
    ...{ number: 1, label: null, width: 612, height: 792, zones: [], rules: [], turn: 0, ocr: false },
    ...facts,
    blocks,
  }
}
