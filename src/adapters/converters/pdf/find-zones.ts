import type { Box } from './page-layout.ts'
import type { Drawing } from './read-drawings.ts'

/** In points: drawings are collected in squares of this size; neighbouring squares form one zone. */
const square = 8
/** A zone is at least this wide and high, in points. */
const leastZone = 40
/** Drawings over a larger share of the page are backgrounds. */
const background = 0.5

/** The areas of the page that are drawn on: charts, diagrams, pictures. Single rules are none. */
export function findZones(drawings: readonly Drawing[], page: { width: number; height: number }): Box[] {
  const columns = Math.ceil(page.width / square)
  const rows = Math.ceil(page.height / square)
  if (!(columns * rows > 0 && columns * rows < 1_000_000)) return []
  const marked = new Uint8Array(columns * rows)
  const clamp = (value: number, limit: number) => Math.max(0, Math.min(limit - 1, Math.floor(value / square)))
  for (const drawing of drawings) {
    if ((drawing.x1 - drawing.x0) * (drawing.y1 - drawing.y0) > background * page.width * page.height)
      continue
    const isRule = drawing.y1 - drawing.y0 < 3 && drawing.x1 - drawing.x0 > leastZone
    if (isRule) continue
    for (let row = clamp(drawing.y0, rows); row <= clamp(drawing.y1, rows); row += 1)
      for (let column = clamp(drawing.x0, columns); column <= clamp(drawing.x1, columns); column += 1)
        marked[row * columns + column] = 1
  }
  return collectZones(marked, columns).filter(
    zone => zone.x1 - zone.x0 >= leastZone && zone.y1 - zone.y0 >= leastZone,
  )
}

/** Collects marked squares that touch each other. */
function collectZones(marked: Uint8Array, columns: number): Box[] {
  const zones: Box[] = []
  for (let start = 0; start < marked.length; start += 1) {
    if (marked[start] !== 1) continue
    const zone = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity }
    const open = [start]
    marked[start] = 2
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [row, column] = [Math.floor(at / columns), at % columns]
      zone.x0 = Math.min(zone.x0, column * square)
      zone.x1 = Math.max(zone.x1, (column + 1) * square)
      zone.y0 = Math.min(zone.y0, row * square)
      zone.y1 = Math.max(zone.y1, (row + 1) * square)
      for (const [down, right] of neighbours) {
        const next = at + down * columns + right
        const isOnPage = column + right >= 0 && column + right < columns && next >= 0 && next < marked.length
        if (!isOnPage || marked[next] !== 1) continue
        marked[next] = 2
        open.push(next)
      }
    }
    zones.push(zone)
  }
  return zones
}

const neighbours = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
  [-1, -1],
  [-1, 1],
  [1, -1],
  [1, 1],
] as const
