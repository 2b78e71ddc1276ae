/** A rectangle on a page, in points from its top left corner; y increases downwards. */
export type Rect = { x0: number; y0: number; x1: number; y1: number }

/** A printed line: its rectangle, and characters [start, end) of the Markdown. */
export type PrintedLine = Rect & {
  start: number
  end: number
  /** Whether it is read from right to left. */
  isRightToLeft: boolean
}

/** Where the lines of one page are, in the order of the Markdown. */
export type PageGeometry = {
  /** Physical page, 1-based. */
  page: number
  /** In points, as a viewer shows the page. */
  width: number
  height: number
  lines: PrintedLine[]
}

/** A rectangle on a physical page, 1-based. */
export type PageRect = Rect & { page: number }

/**
 * Returns the rectangles that a span covers, in the order of the text. A line that is covered in part is cut in
 * proportion to its characters. Full lines of the same width, one below the other, are one rectangle.
 */
export function rectsOf(geometry: readonly PageGeometry[], span: { start: number; end: number }): PageRect[] {
  const rects: PageRect[] = []
  for (const { page, lines } of geometry)
    for (const line of lines) {
      if (Math.min(line.end, span.end) <= Math.max(line.start, span.start)) continue
      const rect = { page, ...toTenths(cutLine(line, span)) }
      const above = rects.at(-1)
      if (above !== undefined && continuesRect(above, rect)) above.y1 = rect.y1
      else rects.push(rect)
    }
  return rects
}

function cutLine(line: PrintedLine, span: { start: number; end: number }): Rect {
  const { x0, y0, x1, y1 } = line
  const length = line.end - line.start
  // Rotated text runs along the other side, in a direction that is not known: the whole line is returned.
  if (y1 - y0 > x1 - x0 && length > 1) return { x0, y0, x1, y1 }
  const from = (Math.max(span.start, line.start) - line.start) / length
  const to = (Math.min(span.end, line.end) - line.start) / length
  const width = x1 - x0
  return line.isRightToLeft
    ? { x0: x1 - to * width, y0, x1: x1 - from * width, y1 }
    : { x0: x0 + from * width, y0, x1: x0 + to * width, y1 }
}

function toTenths({ x0, y0, x1, y1 }: Rect): Rect {
  const round = (value: number): number => Math.round(value * 10) / 10
  return { x0: round(x0), y0: round(y0), x1: round(x1), y1: round(y1) }
}

/** Differences that the eye does not see, in points. */
const sameEdge = 1.5

function continuesRect(above: PageRect, rect: PageRect): boolean {
  const height = rect.y1 - rect.y0
  const gap = rect.y0 - above.y1
  return (
    above.page === rect.page &&
    Math.abs(above.x0 - rect.x0) < sameEdge &&
    Math.abs(above.x1 - rect.x1) < sameEdge &&
    gap > -0.5 * height &&
    gap < 0.5 * height
  )
}
