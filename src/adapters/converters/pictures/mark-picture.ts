import type { Rect } from '../../../core/model/geometry.ts'
import type { Picture } from './png.ts'

export type Colour = readonly [number, number, number]

/** Rectangles in points, and how many pixels a point has. */
export type Marks = { rects: readonly Rect[]; scale: number; colour: Colour }

/** Colours the rectangles like a text marker: white becomes the colour, black stays black. */
export function tintRects(picture: Picture, { rects, scale, colour }: Marks): void {
  const { width, pixels } = picture
  const isDone = new Uint8Array(picture.width * picture.height)
  for (const rect of rects) {
    const { left, top, right, bottom } = toPixels(picture, rect, scale)
    for (let y = top; y < bottom; y += 1)
      for (let x = left; x < right; x += 1) {
        const at = y * width + x
        if (isDone[at] === 1) continue
        isDone[at] = 1
        for (const [channel, value] of colour.entries())
          pixels[4 * at + channel] = Math.round(((pixels[4 * at + channel] ?? 0) * value) / 255)
      }
  }
}

/** Draws a frame around each rectangle. */
export function frameRects(picture: Picture, { rects, scale, colour }: Marks): void {
  for (const rect of rects) {
    const { left, top, right, bottom } = toPixels(picture, rect, scale)
    for (let x = left; x < right; x += 1)
      for (const y of [top, bottom - 1]) setPixel(picture, { x, y }, colour)
    for (let y = top; y < bottom; y += 1)
      for (const x of [left, right - 1]) setPixel(picture, { x, y }, colour)
  }
}

/**
 * Writes figures and small letters in white on the colour, with the bottom left corner at a point of the page. `dot` is
 * the size of a dot of a letter in pixels.
 */
export function writeLabel(
  picture: Picture,
  label: string,
  { x, y, scale, colour, dot }: { x: number; y: number; scale: number; colour: Colour; dot: number },
): void {
  const width = (letterWidth + 1) * label.length + 1
  const left = clamp(Math.round(x * scale), 0, picture.width - dot * width)
  const height = dot * (letterHeight + 2)
  const top = clamp(Math.round(y * scale) - height, 0, picture.height - height)
  for (let row = 0; row < letterHeight + 2; row += 1)
    for (let column = 0; column < width; column += 1) {
      const isInk = isDotted(label, column - 1, row - 1)
      for (let at = 0; at < dot * dot; at += 1)
        setPixel(
          picture,
          { x: left + dot * column + (at % dot), y: top + dot * row + Math.floor(at / dot) },
          isInk ? white : colour,
        )
    }
}

function toPixels(
  { width, height }: Picture,
  { x0, y0, x1, y1 }: Rect,
  scale: number,
): { left: number; top: number; right: number; bottom: number } {
  return {
    left: clamp(Math.floor(x0 * scale), 0, width),
    top: clamp(Math.floor(y0 * scale), 0, height),
    right: clamp(Math.ceil(x1 * scale), 0, width),
    bottom: clamp(Math.ceil(y1 * scale), 0, height),
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}

function setPixel(
  { width, height, pixels }: Picture,
  { x, y }: { x: number; y: number },
  colour: Colour,
): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return
  pixels.set([...colour, 255], 4 * (y * width + x))
}

const white: Colour = [255, 255, 255]
const letterWidth = 3
const letterHeight = 5

function isDotted(label: string, column: number, row: number): boolean {
  const at = Math.floor(column / (letterWidth + 1))
  const inside = column % (letterWidth + 1)
  const rows = letters[label[at] ?? ' ']
  if (column < 0 || row < 0 || row >= letterHeight || inside >= letterWidth || rows === undefined)
    return false
  return ((Number(rows[row]) >> (letterWidth - 1 - inside)) & 1) === 1
}

/** Five rows of three dots, each row as an octal digit. */
const letters: Readonly<Record<string, string>> = {
  ...{ 0: '75557', 1: '26227', 2: '71747', 3: '71717', 4: '55711', 5: '74717', 6: '74757', 7: '71244' },
  ...{ 8: '75757', 9: '75717', a: '25755', b: '65656', c: '34443', d: '65556', e: '74647', f: '74644' },
  ...{ g: '34553', i: '72227', l: '44447', n: '06555', o: '25552', p: '65644', r: '65655', s: '34216' },
  ...{ t: '72222', u: '55557', y: '55222' },
}
