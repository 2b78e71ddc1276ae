import { type PageLabel, parseLabel } from '../../../core/model/page-label.ts'
import { findLineNumbers } from './find-line-numbers.ts'
import type { Line, PageLayout } from './page-layout.ts'

/** A number at the edge of a page that may be its page number. */
export type PageMark = PageLabel & {
  /** Whether the line says nothing else ("12", "- 12 -"), or calls it a page ("Page 12 of 20"). */
  isClear: boolean
  /** Whether the line also says how many pages there are ("Page 12 of 20"), so that it can be nothing else. */
  isTold: boolean
  place: MarkPlace
}

/** Distance in points from the nearer of two edges of the page. Numbers of a run have the same place. */
export type MarkPlace = { edge: 'head' | 'foot' | 'left' | 'right'; distance: number }

/** Shares of the page height and width in which page numbers are searched, besides the outermost rows of text. */
const band = 0.13
const side = 0.07
const outerRows = 2

/** How far a page number may move between pages, in points. */
export const drift = 10

export function isSamePlace({ place: a }: PageMark, { place: b }: PageMark): boolean {
  return a.edge === b.edge && Math.abs(a.distance - b.distance) <= drift
}

/** The mark in whose place most of these marks are, and how many; null when there are none. */
export function usualPlace<Mark extends PageMark>(
  marks: readonly Mark[],
): { mark: Mark; count: number } | null {
  let usual: { mark: Mark; count: number } | null = null
  for (const edge of new Set(marks.map(({ place }) => place.edge))) {
    const row = marks
      .filter(({ place }) => place.edge === edge)
      .sort((a, b) => a.place.distance - b.place.distance)
    let from = 0
    let to = 0
    for (const mark of row) {
      while ((row[from]?.place.distance ?? 0) < mark.place.distance - drift) from += 1
      while ((row[to]?.place.distance ?? Infinity) <= mark.place.distance + drift) to += 1
      if (to - from > (usual?.count ?? 0)) usual = { mark, count: to - from }
    }
  }
  return usual
}

/** Whether the number may be a year, as in a report with a page for each year. */
export function isYear({ style, prefix, value }: PageMark): boolean {
  return style === 'arabic' && prefix === '' && value >= 1800 && value <= 2100
}

/** More numbers at the edges of a page are a table or a drawing; only the outermost are read. */
const mostMarks = 40

/**
 * Relative to the lines of the page: a number in smaller print is the mark of a footnote, words in larger print with a
 * number are a heading.
 */
const leastSize = 0.65
const largestSize = 1.2

/** Returns the numbers in heads, feet and side margins, outermost last. */
export function readPageMarks(page: PageLayout): PageMark[] {
  const usualSize = medianSize(page)
  return edgeLines(page)
    .flatMap(line => {
      const place = placeOf(line, page)
      const isSmall = line.size < leastSize * usualSize && /^\d+$/.test(line.text)
      const isLarge = line.size > largestSize * usualSize
      return labelsIn(line.text).flatMap(({ label, isClear, isTold }): PageMark[] => {
        return isLarge && !isClear ? [] : [{ ...label, isClear: isClear && !isSmall, isTold, place }]
      })
    })
    .toSorted((a, b) => b.place.distance - a.place.distance)
    .slice(-mostMarks)
}

function medianSize(page: PageLayout): number {
  const sizes = page.blocks.flatMap(block => block.lines.map(line => line.size)).sort((a, b) => a - b)
  return sizes[sizes.length >> 1] ?? 0
}

/** Lines in the margins, and the outermost rows of text. */
export function edgeLines(page: PageLayout): Line[] {
  const counted = findLineNumbers(page)
  const lines = page.blocks.flatMap(block => block.lines.filter(line => !counted.has(line)))
  const rows = toRows(lines)
  const outer = new Set([...rows.slice(0, outerRows), ...rows.slice(-outerRows)].flat())
  const isInBand = ({ x0, x1, y0, y1 }: Line) =>
    y1 < band * page.height ||
    y0 > (1 - band) * page.height ||
    x1 < side * page.width ||
    x0 > (1 - side) * page.width
  return lines.filter(line => outer.has(line) || isInBand(line))
}

/** Groups lines of about the same height, from top to bottom. */
function toRows(lines: readonly Line[]): Line[][] {
  const rows: Line[][] = []
  for (const line of lines.toSorted((a, b) => a.y0 - b.y0)) {
    const first = rows.at(-1)?.[0]
    if (first && line.y0 - first.y0 < 0.6 * Math.max(line.size, first.size)) rows.at(-1)?.push(line)
    else rows.push([line])
  }
  return rows
}

function placeOf({ x0, x1, y0, y1 }: Line, { width, height }: PageLayout): MarkPlace {
  const middle = (y0 + y1) / 2
  const isBeside = middle > band * height && middle < (1 - band) * height
  if (isBeside && x1 < side * width) return { edge: 'left', distance: middle }
  if (isBeside && x0 > (1 - side) * width) return { edge: 'right', distance: middle }
  return middle < height / 2
    ? { edge: 'head', distance: middle }
    : { edge: 'foot', distance: height - middle }
}

type FoundLabel = { label: PageLabel; isClear: boolean; isTold: boolean }

/** What languages write before and after the number of a page. */
const wordBefore =
  '(?:page|pages|pg\\.?|p\\.|seite|página|pág\\.|pagina|pag\\.|strana|str\\.|strona|sida|side|sivu|sayfa|trang|halaman|стр\\.|страница|сторінка|с\\.|σελίδα|σελ\\.|صفحة|עמוד|หน้า|페이지|第)'
const wordAfter = '(?:[.\\s]*(?:oldal|sayfa|lappuse|ページ|頁|页|⻚|⾴|쪽|페이지))'
const number = '([\\p{L}\\d]+?(?:[-–.]\\d+)?)'
const ofTotal =
  '(?:\\s*[,，、]?\\s*(?:of|von|de|di|sur|van|av|af|z|ze|из|/|／|共|全)\\s*\\d+(?:\\s*(?:頁|页|⻚|⾴|ページ|쪽))?)'
const whole = new RegExp(
  `^(?:[共全]\\s*\\d+${wordAfter}\\s*[,，、]?\\s*)?(?:${wordBefore}\\s*${number}${wordAfter}?(${ofTotal})?|(\\d+)${wordAfter}(${ofTotal})?|(\\d+)${ofTotal})$`,
  'iu',
)
const called = new RegExp(`(?<![\\p{L}\\d])${wordBefore}\\s*${number}${wordAfter}?${ofTotal}`, 'iu')
const ornament = /^[\s\-–—−•·|[\](){}<>~*_«»‹›.,:;]+|[\s\-–—−•·|[\](){}<>~*_«»‹›.,:;]+$/g
/** Numbers of something else, with its name before them: "Figure 3", "Vol. 12". */
const otherNumber =
  /(?:fig(?:ure|\.)?|tab(?:le|\.)?|chapter|section|part|plate|appendix|exhibit|question|exercise|problem|lecture|lesson|vol(?:ume|\.)?|no\.|nr\.|issue|article|version|day|week|step)\s*[\p{L}\d.-]+$/iu
/** Lines that name another page. */
const pointer = /\b(?:contin|cont\.|see|turn to|fortsetzung|siehe|suite)/i

/** The labels that a line of a head or foot may print: the whole line, "Page 12 of 20", or a number at either end. */
function labelsIn(line: string): FoundLabel[] {
  if (pointer.test(line)) return []
  // Digits of other widths: "１２".
  const text = line.replaceAll(/[０-９]/g, digit => digit.normalize('NFKC'))
  const plain = text.replace(ornament, '')
  const [, named, ofNamed, counted, ofCounted, bare] = whole.exec(plain) ?? []
  const clear = readLabel(named ?? counted ?? bare ?? plain)
  if (clear !== null) return [{ label: clear, isClear: true, isTold: (ofNamed ?? ofCounted) !== undefined }]
  const ends = text.split(/\s*[|•·‖¦]\s*|\s{3,}/).flatMap(part => {
    const words = part.trim().split(/\s+/)
    return otherNumber.test(part.trim()) ? [words[0]] : [words[0], words.at(-1)]
  })
  return [...ends, called.exec(plain)?.[1]].flatMap(word => {
    // "3. Methods" is a heading or an item of a list.
    if (/^\d+[.)]$/.test(word ?? '')) return []
    const label = readLabel((word ?? '').replace(ornament, ''))
    return label === null ? [] : [{ label, isClear: false, isTold: false }]
  })
}

/** Years and volumes are labels too; only a run of pages can tell them apart. Stamps of six digits are not. */
function readLabel(word: string): PageLabel | null {
  if (word.length > 8 || /^0\d{3,}$/.test(word)) return null
  const label = parseLabel(word) ?? parseLabel(withDigits(word))
  return label !== null && label.value >= 1 && label.value < 100_000 ? label : null
}

/** Text recognition confuses these letters with digits: "34O" is 340. */
function withDigits(word: string): string {
  if (!/^[\dOolI]{2,5}$/.test(word) || !/\d/.test(word)) return ''
  return word.replaceAll(/[Oo]/g, '0').replaceAll(/[lI]/g, '1')
}
