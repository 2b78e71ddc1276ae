import type { DocumentPage, PageLine } from './types.ts'

/** Characters of a document's text: start and end. */
export type Span = [start: number, end: number]

/** Reads a span of the address, such as 120-480; null when there is none. */
export function parseSpan(text: string | null): Span | null {
  const [, start, end] = /^(\d{1,12})-(\d{1,12})$/.exec(text ?? '') ?? []
  return start === undefined || Number(start) > Number(end) ? null : [Number(start), Number(end)]
}

/** The physical page that a place of the text is on; 1 before the first. */
export function pageAt(pages: readonly DocumentPage[], place: number): number {
  return pages.findLast(({ start }) => start <= place)?.page ?? 1
}

/** "63" as printed, or "PDF 77" where the page has no number. */
export function labelOf({ page, label }: { page: number; label: string | null }): string {
  return label ?? `PDF ${page}`
}

export type Box = { left: number; top: number; width: number; height: number }

/** The part of a line that a span covers, in points; null when it covers none of it. */
export function coveredPart(line: PageLine, [start, end]: Span): Box | null {
  const from = Math.max(line.start, start)
  const to = Math.min(line.end, end)
  if (from >= to) return null
  const width = line.x1 - line.x0
  const length = line.end - line.start
  const isWhole = line.y1 - line.y0 > width && length > 1
  const first = isWhole ? 0 : (from - line.start) / length
  const last = isWhole ? 1 : (to - line.start) / length
  const left = line.rtl ? line.x1 - last * width : line.x0 + first * width
  return { left, top: line.y0, width: (last - first) * width, height: line.y1 - line.y0 }
}

/** The place after or before the one that is shown, in the order of the text; after the last comes the first. */
export function nextPlace(places: readonly Span[], shown: Span | null, by: 1 | -1): Span | null {
  const from = shown?.[0] ?? -1
  const next = by === 1 ? places.find(([start]) => start > from) : places.findLast(([start]) => start < from)
  return next ?? places.at(by === 1 ? 0 : -1) ?? null
}

/** Places of a text where another occurs, without regard to case and white space. */
export function findPlaces(text: string, wanted: string, most = 1000): Span[] {
  const words = wanted
    .trim()
    .split(/\s+/)
    .filter(word => word !== '')
    .map(word => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  if (words.length === 0) return []
  const pattern = new RegExp(words.join('\\s+'), 'giu')
  const places: Span[] = []
  for (const found of text.matchAll(pattern)) {
    places.push([found.index, found.index + found[0].length])
    if (places.length >= most) break
  }
  return places
}
