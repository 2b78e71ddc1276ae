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
 * proportion to its characters. Whole lines of one column are one rectangle, unless it would cover other text.
 */
export function rectsOf(geometry: readonly PageGeometry[], span: { start: number; end: number }): PageRect[] {
  return geometry.flatMap(({ page, lines }) => {
    const groups: Group[] = []
    for (const [index, line] of lines.entries()) {
      if (Math.min(line.end, span.end) <= Math.max(line.start, span.start)) continue
      const isWhole = line.start >= span.start && line.end <= span.end
      const last = groups.at(-1)
      if (last && isWhole && continuesGroup(last, line, { lines, index })) last.rect = union(last.rect, line)
      else groups.push({ rect: cutLine(line, span), isWhole, first: index })
    }
    return groups.map(({ rect }) => ({ page, ...toTenths(rect) }))
  })
}

/** Lines that one rectangle covers; `first` is the index of the first. */
type Group = { rect: Rect; isWhole: boolean; first: number }

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

/** Whether a line is directly below the lines of a group, with nothing else beside them. */
function continuesGroup(
  { rect, isWhole, first }: Group,
  line: PrintedLine,
  { lines, index }: { lines: readonly PrintedLine[]; index: number },
): boolean {
  const height = line.y1 - line.y0
  const gap = line.y0 - rect.y1
  const overlap = Math.min(rect.x1, line.x1) - Math.max(rect.x0, line.x0)
  const narrower = Math.min(rect.x1 - rect.x0, line.x1 - line.x0)
  if (!isWhole || gap < -0.5 * height || gap > height || overlap < 0.5 * narrower) return false
  const joined = union(rect, line)
  return lines.every((other, at) => (at >= first && at <= index) || !covers(joined, other))
}

function union(one: Rect, other: Rect): Rect {
  return {
    x0: Math.min(one.x0, other.x0),
    y0: Math.min(one.y0, other.y0),
    x1: Math.max(one.x1, other.x1),
    y1: Math.max(one.y1, other.y1),
  }
}

/** Whether the rectangle reaches the middle of a line: boxes of lines below each other may overlap a little. */
function covers(rect: Rect, line: Rect): boolean {
  const middle = (line.y0 + line.y1) / 2
  return middle > rect.y0 && middle < rect.y1 && line.x0 < rect.x1 && line.x1 > rect.x0
}

function toTenths({ x0, y0, x1, y1 }: Rect): Rect {
  const round = (value: number): number => Math.round(value * 10) / 10
  return { x0: round(x0), y0: round(y0), x1: round(x1), y1: round(y1) }
}
