import type { PageGeometry, PrintedLine } from './geometry.ts'

const codecVersion = 1
/** Coordinates are kept in tenths of a point. */
const scale = 10
/** In tenths of a point; hostile files have larger numbers. */
const farthest = 10_000_000
/** Longer texts than this cannot be stored. */
const mostCharacters = 2 ** 31
/** Each line has this many numbers, of at least one byte each. */
const numbersPerLine = 6

/**
 * Writes the lines of a page as differences to the line before, in variable-length integers: about eight bytes per
 * line. The number of the page is not included.
 */
export function encodeLines({ width, height, lines }: Omit<PageGeometry, 'page'>): Uint8Array {
  const bytes: number[] = [codecVersion]
  const put = (value: number): void => writeNumber(bytes, value)
  const signed = (value: number): void => put(value < 0 ? -2 * value - 1 : 2 * value)
  put(Math.max(0, toTenths(width)))
  put(Math.max(0, toTenths(height)))
  put(lines.length)
  let [position, left, top, tall] = [0, 0, 0, 0]
  for (const line of lines) {
    const [x0, y0, x1, y1] = [toTenths(line.x0), toTenths(line.y0), toTenths(line.x1), toTenths(line.y1)]
    signed(line.start - position)
    put(2 * Math.max(0, line.end - line.start) + (line.isRightToLeft ? 1 : 0))
    signed(x0 - left)
    signed(y0 - top)
    signed(x1 - x0)
    signed(y1 - y0 - tall)
    position = Math.max(line.start, line.end)
    left = x0
    top = y0
    tall = y1 - y0
  }
  return Uint8Array.from(bytes)
}

/** Reads what `encodeLines` wrote; null when the bytes are damaged or of a newer version. */
export function decodeLines(bytes: Uint8Array): Omit<PageGeometry, 'page'> | null {
  const numbers = readNumbers(bytes.subarray(1))
  if (bytes[0] !== codecVersion || numbers === null) return null
  const [width = -1, height = -1, count = -1, ...rest] = numbers
  if (count < 0 || rest.length !== numbersPerLine * count || width > farthest || height > farthest)
    return null
  const lines: PrintedLine[] = []
  let [position, left, top, tall] = [0, 0, 0, 0]
  for (let at = 0; at < rest.length; at += numbersPerLine) {
    const [gap = 0, length = 0, right = 0, down = 0, wide = 0, taller = 0] = rest.slice(
      at,
      at + numbersPerLine,
    )
    const start = position + unsign(gap)
    const end = start + Math.floor(length / 2)
    left += unsign(right)
    top += unsign(down)
    tall += unsign(taller)
    const box = [left, top, left + unsign(wide), top + tall]
    if (start < 0 || end > mostCharacters || box.some(value => Math.abs(value) > 2 * farthest)) return null
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box.map(value => value / scale)
    lines.push({ x0, y0, x1, y1, start, end, isRightToLeft: length % 2 === 1 })
    position = end
  }
  return { width: width / scale, height: height / scale, lines }
}

function toTenths(points: number): number {
  if (!Number.isFinite(points)) return 0
  return Math.max(-farthest, Math.min(farthest, Math.round(points * scale)))
}

/** Seven bits a byte, the lowest first; the highest bit says that more follow. */
function writeNumber(bytes: number[], value: number): void {
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

/** A number has at most this many bytes. */
const longestNumber = 5

function readNumbers(bytes: Uint8Array): number[] | null {
  const numbers: number[] = []
  let [value, factor, length] = [0, 1, 0]
  for (const byte of bytes) {
    value += (byte % 128) * factor
    factor *= 128
    length += 1
    if (length > longestNumber) return null
    if (byte >= 128) continue
    numbers.push(value)
    value = 0
    factor = 1
    length = 0
  }
  return length === 0 ? numbers : null
}

function unsign(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2
}
