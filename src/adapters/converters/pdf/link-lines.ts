import { sortByHeight } from './find-gutters.ts'
import type { Line } from './page-layout.ts'

/** In units of the size: lines of a block are closer than this, or as close as most lines of the page. */
const widestPitch = 1.7
const farthest = 3
/** How much the sizes of lines in one block may differ. */
const sizeDrift = 0.1

/**
 * Links lines to blocks, each from top to bottom. A line continues with the only line directly below it, if that has no
 * other line directly above it. So a line over two columns begins a new block, and so do the lines below it.
 */
export function linkLines<Item extends Line>(lines: readonly Item[]): Item[][] {
  const above = new Map<Item, Item[]>()
  const below = new Map<Item, Item[]>()
  const index = sortByHeight(lines)
  for (const line of lines) {
    const next = findBelow(line, index)
    below.set(line, next)
    for (const other of next) above.set(other, [...(above.get(other) ?? []), line])
  }
  const pitch = usualPitch(lines, below)
  const isLinked = (a: Item, b: Item): boolean =>
    isAlike(a, b) &&
    below.get(a)?.length === 1 &&
    above.get(b)?.length === 1 &&
    b.y1 - a.y1 <= Math.max(widestPitch, 1.15 * pitch) * Math.max(a.size, b.size)
  const isLater = new Set<Item>()
  for (const line of lines) {
    const [next] = below.get(line) ?? []
    if (next && isLinked(line, next)) isLater.add(next)
  }
  return lines
    .filter(line => !isLater.has(line))
    .map(first => {
      const block = [first]
      for (let last = first; ; ) {
        const [next] = below.get(last) ?? []
        if (!next || !isLinked(last, next)) return block
        block.push(next)
        last = next
      }
    })
}

/** The lines directly below a line: near, overlapping it, and with no other one of them between. */
function findBelow<Item extends Line>(line: Item, index: ReturnType<typeof sortByHeight<Item>>): Item[] {
  const reach = line.y1 + farthest * line.size
  const candidates = index
    .between(line.y1, reach)
    .filter(
      other =>
        other !== line &&
        overlapsInWidth(line, other) &&
        middleOf(other) > middleOf(line) + 0.35 * Math.min(line.size, other.size) &&
        other.y1 <= reach,
    )
    .sort((a, b) => a.y1 - b.y1 || a.x0 - b.x0)
  const found: Item[] = []
  for (const candidate of candidates) {
    const isHidden = found.some(
      nearer =>
        overlapsInWidth(nearer, candidate) &&
        middleOf(candidate) > middleOf(nearer) + 0.35 * Math.min(nearer.size, candidate.size),
    )
    if (!isHidden) found.push(candidate)
  }
  return found
}

function middleOf(line: Line): number {
  return (line.y0 + line.y1) / 2
}

/** Lines whose ends only touch are beside each other. */
function overlapsInWidth(a: Line, b: Line): boolean {
  return Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0) > 0.3 * Math.min(a.size, b.size)
}

function isAlike(a: Line, b: Line): boolean {
  return Math.abs(a.size - b.size) < sizeDrift * Math.max(a.size, b.size)
}

/** The usual distance of lines in units of the size: widely spaced text has one above `widestPitch`. */
function usualPitch(lines: readonly Line[], below: ReadonlyMap<Line, readonly Line[]>): number {
  const steps = lines.flatMap(line => {
    const [next, ...others] = below.get(line) ?? []
    return next &&
      others.length === 0 &&
      isAlike(line, next) &&
      next.text.length > 20 &&
      line.text.length > 20
      ? [(next.y1 - line.y1) / line.size]
      : []
  })
  return steps.sort((a, b) => a - b)[steps.length >> 1] ?? 0
}
