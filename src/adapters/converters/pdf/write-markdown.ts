import type { Page } from '../../../core/model/document.ts'
import { collectInnerWords, collectVocabulary, isBrokenUnmarked, joinHyphenated } from './join-lines.ts'
import type { Box, Line, PageLayout, Role } from './page-layout.ts'

/** A page as a flat list of lines in reading order, each with its relation to the previous line. */
export type PageLines = Omit<PageLayout, 'blocks'> & { lines: PlacedLine[] }

export type WrittenPages = {
  markdown: string
  pages: Page[]
  /** Where each line of each page is in the Markdown, and its box on the page. */
  lines: WrittenLine[][]
}

export type WrittenLine = Box & { start: number; end: number }

/** `known`: all words of the document; `inner`: words that are certainly not fragments. */
type Words = { known: ReadonlySet<string>; inner: ReadonlySet<string> }

/**
 * Writes pages as Markdown: a blank line between paragraphs, lines of a paragraph joined. A paragraph that continues on
 * the next page is joined too.
 */
export function writeMarkdown(pages: readonly PageLines[]): WrittenPages {
  const all = pages.flatMap(page => page.lines.map(line => line.text))
  const words = { known: collectVocabulary(all), inner: collectInnerWords(all) }
  const texts: string[] = []
  const written: Omit<WrittenPages, 'markdown'> = { pages: [], lines: [] }
  let previous: PlacedLine | null = null
  let length = 0
  for (const page of pages) {
    const lines: WrittenLine[] = []
    let text = ''
    let start = length
    for (const line of page.lines) {
      const join: Join = joinLines(previous, line, words)
      if (join.isHyphenDropped && text !== '') text = text.slice(0, -1)
      else if (join.isHyphenDropped) texts.push(texts.pop()?.slice(0, -1) ?? '')
      if (join.isHyphenDropped && text === '') {
        length -= 1
        shorten(written, length)
      } else if (join.isHyphenDropped) shorten({ pages: [], lines: [lines] }, length + text.length)
      if (text === '') start = length + join.separator.length
      text += join.separator
      const from = length + text.length
      text += join.added
      const { x0, y0, x1, y1 } = line
      lines.push({ x0, y0, x1, y1, start: from, end: length + text.length })
      previous = line
    }
    if (text !== '') texts.push(text)
    length += text.length
    written.pages.push({ number: page.number, label: page.label, start, end: length, ocr: page.ocr })
    written.lines.push(lines)
  }
  return { markdown: texts.join(''), ...written }
}

/** Takes a dropped hyphen out of the spans that end with it. */
function shorten({ pages, lines }: Omit<WrittenPages, 'markdown'>, length: number): void {
  const last = lines.findLast(others => others.length > 0)?.at(-1)
  if (last) last.end = Math.min(last.end, length)
  for (const page of pages.toReversed()) {
    if (page.end <= length) break
    page.start = Math.min(page.start, length)
    page.end = length
  }
}

/** Flattens the blocks of a page to lines that know their block. */
export function toPageLines(page: PageLayout): PageLines {
  const { blocks, ...facts } = page
  const lines = blocks.flatMap((block, index) =>
    block.lines.map((line, at) => ({
      ...line,
      ...{ heading: null, continued: false, page: page.number, block: index },
      ...{ isContinued: at === 0 && block.isContinued === true, role: block.role, table: block.table },
    })),
  )
  return { ...facts, lines: joinNumbers(lines) }
}

/** Joins a number to the heading or item after it when a wide gap separates them. */
function joinNumbers(lines: readonly PlacedLine[]): PlacedLine[] {
  const joined: PlacedLine[] = []
  for (const line of lines) {
    const number = joined.at(-1)
    const belongs =
      number !== undefined &&
      /^(?:\d{1,3}(?:\.\d{1,3})*|[A-Z])\.?$/.test(number.text) &&
      Math.abs(number.y1 - line.y1) < 0.3 * line.size &&
      line.x0 > number.x1 &&
      line.x0 - number.x1 < 4 * line.size &&
      number.table === null
    if (belongs) joined[joined.length - 1] = { ...line, text: `${number.text} ${line.text}`, x0: number.x0 }
    else joined.push(line)
  }
  return joined
}

/** How a line is added to the text before it. */
type Join = { separator: string; added: string; isHyphenDropped: boolean }

function joinLines(previous: PlacedLine | null, line: PlacedLine, words: Words): Join {
  const continuesHeading = previous?.heading != null && line.continued
  const separator = previous === null ? '' : continuesHeading ? ' ' : separateLines(previous, line)
  const hyphen = separator === ' ' ? joinHyphenated(previous?.text ?? '', line.text, words.known) : null
  const isUnmarked = separator === ' ' && isBrokenUnmarked(previous?.text ?? '', line.text, words.inner)
  return {
    separator: hyphen === null && !isUnmarked ? separator : '',
    added: markOf(line, continuesHeading, separator) + line.text,
    isHyphenDropped: hyphen === 'drop',
  }
}

/** The mark of a heading, or a backslash where a "#" of the page would make a heading. */
function markOf(line: PlacedLine, continuesHeading: boolean, separator: string): string {
  if (continuesHeading) return ''
  if (line.heading !== null) return `${'#'.repeat(Math.min(6, line.heading))} `
  return separator !== ' ' && /^#{1,6}(\s|$)/.test(line.text) ? '\\' : ''
}

/** A line with its block and heading. */
export type PlacedLine = Line & {
  /** Heading level, when the line is (part of) a heading. */
  heading: number | null
  /** Whether it continues the heading of the previous line. */
  continued: boolean
  page: number
  /** Index of its block on the page. */
  block: number
  /** Whether it continues the last paragraph of the previous page. */
  isContinued: boolean
  role: Role
  table: number | null
}

type Separator = '' | ' ' | '\n' | '\n\n'

/** Returns what separates two lines: a space inside a paragraph, a blank line between paragraphs. */
function separateLines(previous: PlacedLine, next: PlacedLine): Separator {
  if (previous.heading !== null || next.heading !== null) return '\n\n'
  if (previous.table !== null && previous.table === next.table) return isSameRow(previous, next) ? ' ' : '\n'
  if (previous.block !== next.block || previous.page !== next.page) return next.isContinued ? ' ' : '\n\n'
  if (next.role === 'table') return '\n'
  if (isSameRow(previous, next)) return ' '
  return previous.monospace && next.monospace ? '\n' : ' '
}

function isSameRow(previous: Line, next: Line): boolean {
  return Math.abs(previous.y1 - next.y1) < 0.5 * Math.max(previous.size, next.size)
}
