import { findLineNumbers } from './find-line-numbers.ts'
import { findSidebars } from './find-sidebars.ts'
import type { Line, PageLayout } from './page-layout.ts'

/** Shares of the page height in which headers and footers are searched. On slides, titles come soon after them. */
const margins = { upright: 0.15, wide: 0.13 }
/** How far a header line may move between pages, in points. */
const drift = 8
/** A header line occurs on at least this many pages within `reach` pages. */
const leastPages = 3
const reach = 12

/** A second row of a header is on at least this share of the pages between its first and its last one. */
const innerShare = 0.5

/**
 * Removes the numbers of lines, navigation bars, watermarks, and headers, footers and page numbers: rows at the top or bottom of a page with a line that
 * is at the same height on nearby pages, with the same text except for page numbers. A row with a line of the running text
 * is kept, because the same title of a chart may be at the top of several pages.
 */
export function removeFurniture(withFurniture: readonly PageLayout[]): PageLayout[] {
  const sidebarsOf = findSidebars(withFurniture)
  const stampsOf = findStamps(withFurniture)
  const pages = withFurniture.map(page => {
    const inner = without(page, new Set([...sidebarsOf(page), ...stampsOf(page)]))
    return without(inner, findLineNumbers(inner))
  })
  const places = new Map<string, Place[]>()
  for (const page of pages)
    for (const line of marginLines(page)) {
      const key = keyOf(line.text)
      places.set(key, [...(places.get(key) ?? []), placeOf(line, page)])
    }
  const find = (line: Line, page: PageLayout): Set<number> => {
    const here = placeOf(line, page)
    const others = (places.get(keyOf(line.text)) ?? []).filter(there => isRunning(here, there))
    return new Set(others.map(place => place.page))
  }
  const heads = pages.map(page => toRows(page.blocks.flatMap(block => block.lines))[0] ?? [])
  /** Left and right pages have heads of their own: short documents repeat each only once. */
  const alternates = (line: Line, index: number): boolean =>
    [-1, 1].some(step => {
      const [beside, own] = [pages[index + step], pages[index]]
      if (!beside || !own || !find(line, own).has(own.number + 2 * step)) return false
      return (heads[index + step] ?? []).some(
        other => Math.abs(other.y0 - line.y0) <= headDrift && find(other, beside).size > 1,
      )
    })
  const echoes = findEchoes(pages, heads)
  return pages.map((page, index) =>
    withoutRows(page, (line, isOuter) => {
      if (isOuter && echoes.has(line)) return true
      const on = find(line, page)
      if (isSlideTitle(line, page) && on.size < mostTitled * pages.length) return false
      if (isOuter && heads[index]?.includes(line) && alternates(line, index)) return true
      const between = Math.max(...on) - Math.min(...on) + 1
      return on.size >= leastPages && (isOuter || on.size >= innerShare * between)
    }),
  )
}

/** In units of the size of a head: the title of its chapter is at least this large. */
const chapterSize = 1.15

/**
 * Heads that repeat the title of their chapter, which an earlier page has in larger letters. A chapter of two pages has its head
 * only once, so heads of several chapters at one height count together.
 */
function findEchoes(pages: readonly PageLayout[], heads: readonly Line[][]): ReadonlySet<Line> {
  const titles = pages.map(page =>
    page.height > page.width
      ? page.blocks.flatMap(({ lines }) => lines).filter(line => line.y0 < page.height / 2)
      : [],
  )
  const repeating = pages.flatMap(({ width, height }, index) => {
    const [head, ...others] = heads[index] ?? []
    if (head === undefined || others.length > 0 || width >= height || !/\p{L}{2}/u.test(head.text)) return []
    const earlier = titles.slice(Math.max(0, index - reach), index).flat()
    const isRepeated = earlier.some(
      title => keyOf(title.text) === keyOf(head.text) && title.size >= chapterSize * head.size,
    )
    return isRepeated ? [head] : []
  })
  return new Set(
    repeating.filter(
      head => repeating.filter(other => Math.abs(other.y0 - head.y0) <= headDrift).length >= leastPages,
    ),
  )
}

/** Whether a line is only the number of its page: the first page of an article may print it in another place. */
function isOwnNumber({ text }: Line, { label }: PageLayout): boolean {
  return label !== null && text.replace(/^[-–—\s]+|[-–—\s]+$/gu, '') === label
}

/** A stamp is on this share of the pages; labels of charts are on fewer. */
const stampedShare = 0.5

/** Rotated lines with the same text at the same place of most pages: watermarks, and "Downloaded by …" at the edge. */
function findStamps(pages: readonly PageLayout[]): (page: PageLayout) => ReadonlySet<Line> {
  const asides = new Map(
    pages.map(page => [page, page.blocks.flatMap(block => (block.role === 'aside' ? block.lines : []))]),
  )
  const stampOf = ({ text, x0, y0 }: Line) =>
    `${keyOf(text)} ${Math.round(x0 / drift)} ${Math.round(y0 / drift)}`
  const counts = new Map<string, number>()
  for (const lines of asides.values())
    for (const stamp of new Set(lines.map(stampOf))) counts.set(stamp, (counts.get(stamp) ?? 0) + 1)
  const least = Math.max(leastPages, stampedShare * pages.length)
  return page => new Set(asides.get(page)?.filter(line => (counts.get(stampOf(line)) ?? 0) >= least))
}

/** In points: heads of left and right pages are at one height. */
const headDrift = 2
/** The title of a slide that is built up in steps is repeated, but not on this share of the slides. */
const mostTitled = 0.5
/** In units of the usual size of the slide: its title is at least this large. */
const titleSize = 1.15

/** Whether a line at the top of a slide is larger than the text of the slide. */
function isSlideTitle(line: Line, page: PageLayout): boolean {
  if (page.height > page.width || line.y0 > page.height / 2 || !/\p{L}{3}/u.test(line.text)) return false
  const sizes = page.blocks.flatMap(block => block.lines).filter(other => !isInMargin(other, page))
  const letters = sizes.reduce((sum, other) => sum + other.text.length, 0)
  const smaller = sizes.filter(other => line.size >= titleSize * other.size)
  return letters > 0 && smaller.reduce((sum, other) => sum + other.text.length, 0) > 0.5 * letters
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

/** Whether a line of the margin repeats on other pages; rows after the outermost one need more of them. */
type IsFurniture = (line: Line, isOuter: boolean) => boolean

function withoutRows(page: PageLayout, isFurniture: IsFurniture): PageLayout {
  const rows = toRows(page.blocks.flatMap(block => block.lines))
  const inText = new Set(
    page.blocks.flatMap(({ lines }) => (lines.every(line => isInMargin(line, page)) ? [] : lines)),
  )
  const dropped = new Set<Line>()
  for (const inward of [rows, rows.toReversed()])
    for (const [index, row] of inward.entries()) {
      const running = new Set(
        row.filter(
          line =>
            isInMargin(line, page) &&
            !isInDrawing(line, page) &&
            (isFurniture(line, index === 0) || (index === 0 && row.length === 1 && isOwnNumber(line, page))),
        ),
      )
      const isDropped =
        running.size > 0 &&
        row.every(line => running.has(line) || (isInMargin(line, page) && !inText.has(line))) &&
        row.reduce((sum, line) => sum + line.text.length, 0) < 160
      if (!isDropped) break
      for (const line of row) dropped.add(line)
    }
  return without(page, dropped)
}

function without(page: PageLayout, dropped: ReadonlySet<Line>): PageLayout {
  if (dropped.size === 0) return page
  const blocks = page.blocks
    .map(block => ({ ...block, lines: block.lines.filter(line => !dropped.has(line)) }))
    .filter(block => block.lines.length > 0)
  return { ...page, blocks }
}

function marginLines(page: PageLayout): Line[] {
  return page.blocks.flatMap(block => block.lines.filter(line => isInMargin(line, page)))
}

/** Whether a line is part of a drawing that is not only in the margin. */
function isInDrawing({ x0, y0, x1, y1 }: Line, page: PageLayout): boolean {
  const { zones, height } = page
  const margin = marginOf(page)
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2]
  return zones.some(
    zone =>
      (y < height / 2 ? zone.y1 > margin * height : zone.y0 < (1 - margin) * height) &&
      x > zone.x0 &&
      x < zone.x1 &&
      y > zone.y0 &&
      y < zone.y1,
  )
}

function isInMargin(line: Line, page: PageLayout): boolean {
  const margin = marginOf(page)
  return line.y1 < margin * page.height || line.y0 > (1 - margin) * page.height
}

function marginOf({ width, height }: PageLayout): number {
  return height > width ? margins.upright : margins.wide
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
