import type { PDFPageProxy } from 'pdfjs-dist/types/src/pdf.d.ts'
import { type Box, boundsOf, isRecord, type Matrix, multiply, toMatrix } from './page-layout.ts'

/** A line, frame, area or picture as drawn on the page; text is not included. */
export type Drawing = Box & {
  kind: 'path' | 'picture'
  /** Straight horizontal and vertical strokes and thin bars of the path: the rules of a table. */
  rules: Box[]
}

type Operators = Awaited<ReturnType<PDFPageProxy['getOperatorList']>>

/** More drawings than this say no more about the page: maps and plots have hundreds of thousands. */
const mostDrawings = 20_000

/** Reads the lines, areas and pictures of a page with their positions, from the operators that draw it. */
export function readDrawings(
  { fnArray, argsArray }: Operators,
  codes: Readonly<Record<string, number>>,
  view: Matrix,
): Drawing[] {
  const drawings: Drawing[] = []
  const saved: Matrix[] = []
  let matrix = view
  for (const [index, code] of fnArray.entries()) {
    const given: unknown = argsArray[index]
    const args: readonly unknown[] = Array.isArray(given) ? given : []
    if (drawings.length >= mostDrawings) break
    if (code === codes.save || code === codes.beginGroup) saved.push(matrix)
    else if (code === codes.restore || code === codes.endGroup || code === codes.paintFormXObjectEnd)
      matrix = saved.pop() ?? matrix
    else if (code === codes.transform) matrix = multiply(matrix, toMatrix(args))
    else if (code === codes.paintFormXObjectBegin) {
      saved.push(matrix)
      if (args[0]) matrix = multiply(matrix, toMatrix(args[0]))
    } else if (code === codes.constructPath) {
      const drawing = readPath(args, matrix, codes)
      if (drawing) drawings.push(drawing)
    } else if (code === codes.paintSolidColorImageMask || pictureNames.some(name => code === codes[name]))
      drawings.push(readPicture(matrix, code === codes.paintSolidColorImageMask))
  }
  return drawings
}

/** A picture fills the unit square. Some programs draw rules as pictures of one colour. */
function readPicture(matrix: Matrix, isPlain: boolean): Drawing {
  const box = placeBox({ x0: 0, y0: 0, x1: 1, y1: 1 }, matrix)
  if (isThin(box)) return { ...box, kind: 'path', rules: [box] }
  return { ...box, kind: isPlain ? 'path' : 'picture', rules: [] }
}

const pictureNames = ['paintImageXObject', 'paintInlineImageXObject', 'paintImageMaskXObject']

/** Paths that only clip what follows are not drawn. */
function readPath(
  [paint, data, extent]: readonly unknown[],
  matrix: Matrix,
  codes: Readonly<Record<string, number>>,
): Drawing | null {
  if (paint === codes.endPath || !isRecord(extent)) return null
  const corners = [extent[0], extent[1], extent[2], extent[3]].map(Number)
  if (!corners.every(Number.isFinite)) return null
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = corners
  const box = placeBox({ x0, y0, x1, y1 }, matrix)
  const points = isRecord(data) && isRecord(data[0]) ? data[0] : null
  const isStroked = paint === codes.stroke || paint === codes.closeStroke
  if (isThin(box) || !points) return { ...box, kind: 'path', rules: isThin(box) ? [box] : [] }
  return { ...box, kind: 'path', rules: isStroked ? readStrokes(points, matrix) : readBars(points, matrix) }
}

/** In points: thicker bars are areas. */
const thickest = 2.5

function isThin(box: Box): boolean {
  return Math.min(box.x1 - box.x0, box.y1 - box.y0) <= thickest
}

/** How many numbers follow each kind of segment: move, line, curve, quadratic curve, close. */
const operands = [2, 2, 6, 4, 0] as const
const [move, line, close] = [0, 1, 4]
const mostSegments = 2_000

type Points = Record<string | number, unknown>
type Point = { x: number; y: number }

/** The straight strokes of a path. */
function readStrokes(points: Points, matrix: Matrix): Box[] {
  const strokes: Box[] = []
  let start: Point = { x: 0, y: 0 }
  let at = start
  for (const segment of listSegments(points)) {
    const end = segment.kind === close ? start : segment.end
    const box = placeBox({ x0: at.x, y0: at.y, x1: end.x, y1: end.y }, matrix)
    if ((segment.kind === line || segment.kind === close) && isThin(box)) strokes.push(box)
    if (segment.kind === move) start = end
    at = end
  }
  return strokes
}

/** The thin bars of a filled path that has several parts. */
function readBars(points: Points, matrix: Matrix): Box[] {
  const parts: Box[] = []
  for (const { kind, end } of listSegments(points)) {
    const part = parts.at(-1)
    const { x, y } = end
    if (kind === move || !part) parts.push({ x0: x, y0: y, x1: x, y1: y })
    else if (kind !== close) Object.assign(part, boundsOf([part, { x0: x, y0: y, x1: x, y1: y }]))
  }
  return parts.map(part => placeBox(part, matrix)).filter(isThin)
}

/** The segments of a path with their ends; a path that closes ends where it began. */
function* listSegments(points: Points): Generator<{ kind: number; end: Point }> {
  const length = Math.min(Number(points.length) || 0, 3 * mostSegments)
  for (let index = 0; index < length; ) {
    const kind = Number(points[index])
    const count = operands[kind]
    if (count === undefined) return
    yield { kind, end: { x: Number(points[index + count - 1]), y: Number(points[index + count]) } }
    index += 1 + count
  }
}

function placeBox({ x0, y0, x1, y1 }: Box, [a, b, c, d, e, f]: Matrix): Box {
  const corners = [
    [x0, y0],
    [x1, y0],
    [x0, y1],
    [x1, y1],
  ] as const
  const xs = corners.map(([x, y]) => a * x + c * y + e)
  const ys = corners.map(([x, y]) => b * x + d * y + f)
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) }
}
