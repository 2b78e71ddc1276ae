import type { Line, PageLayout } from './page-layout.ts'

/** Shares of the page height in which headers and footers are searched. */
const margin = 0.13
/** How far a header line may move between pages, in points. */
const drift = 8
/** A header line occurs on at least this many pages within `reach` pages. */
const leastPages = 3
const reach = 12

/**
 * Removes headers, footers and page numbers: rows at the top or bottom of a page with a line that is at the same height
 * on nearby pages, with the same text except for page numbers.
 */
export function removeFurniture(pages: readonly PageLayout[]): PageLayout[] {
  const places = new Map<string, Place[]>()
  for (const page of pages)
    for (const line of marginLines(page)) {
      const key = keyOf(line.text)
      places.set(key, [...(places.get(key) ?? []), placeOf(line, page)])
    }
  const isFurniture = (line: Line, page: PageLayout): boolean => {
    const here = placeOf(line, page)
    const others = (places.get(keyOf(line.text)) ?? []).filter(there => isRunning(here, there))
    return new Set(others.map(place => place.page)).size >= leastPages
  }
  return pages.map(page => withoutRows(page, isFurniture))
}

type Place = { page: number; y: number; numbers: number[] }

function placeOf(line: Line, page: PageLayout): Place {
  const numbers = (line.text.match(/\d+/g) ?? []).map(Number)
  return { page: page.number, y: line.y0, numbers }
}

function isRunning(here: Place, there: Place): boolean {
  const pages = there.page - here.page
  return (
    Math.abs(pages) <= reach &&
    Math.abs(there.y - here.y) <= drift &&
    here.numbers.every((number, index) => {
      const step = (there.numbers[index] ?? Number.NaN) - number
      return step === 0 || step === pages
    })
  )
}

function withoutRows(page: PageLayout, isFurniture: (line: Line, page: PageLayout) => boolean): PageLayout {
  const rows = toRows(page.blocks.flatMap(block => block.lines))
  const dropped = new Set<Line>()
  for (const inward of [rows, rows.toReversed()])
    for (const row of inward) {
      const isRunning =
        row.every(line => isInMargin(line, page)) &&
        row.some(line => isFurniture(line, page)) &&
        row.reduce((sum, line) => sum + line.text.length, 0) < 160
      if (!isRunning) break
      for (const line of row) dropped.add(line)
    }
  if (dropped.size === 0) return page
  const blocks = page.blocks
    .map(block => ({ ...block, lines: block.lines.filter(line => !dropped.has(line)) }))
    .filter(block => block.lines.length > 0)
  return { ...page, blocks }
}

function marginLines(page: PageLayout): Line[] {
  return page.blocks.flatMap(block => block.lines.filter(line => isInMargin(line, page)))
}

function isInMargin(line: Line, page: PageLayout): boolean {
  return line.y1 < margin * page.height || line.y0 > (1 - margin) * page.height
}

/** Groups lines of about the same height, from top to bottom. */
function toRows(lines: readonly Line[]): Line[][] {
  const rows: Line[][] = []
  for (const line of lines.toSorted((a, b) => a.y0 - b.y0)) {
    const row = rows.at(-1)
    if (row?.[0] && line.y0 - row[0].y0 < 0.6 * Math.max(line.size, row[0].size)) row.push(line)
    else rows.push([line])
  }
  return rows
}

function keyOf(text: string): string {
  const plain = text.toLowerCase().replace(/\s+/g, ' ').trim()
  return /^[ivxlc]+$/.test(plain) ? '#' : plain.replace(/\d+/g, '#')
}
