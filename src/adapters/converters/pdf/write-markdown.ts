import type { Page } from '../../../core/model/document.ts'
import { collectInnerWords, collectVocabulary, isBrokenUnmarked, joinHyphenated } from './join-lines.ts'
import type { Line, PageLayout } from './page-layout.ts'

/** A page as a flat list of lines in reading order, each with its relation to the previous line. */
export type PageLines = Omit<PageLayout, 'blocks'> & { lines: PlacedLine[] }

export type WrittenPages = {
  markdown: string
  pages: Page[]
  /** Where each line of each page starts in the Markdown. */
  starts: number[][]
}

/** `known`: all words of the document; `inner`: words that are certainly not fragments. */
type Words = { known: ReadonlySet<string>; inner: ReadonlySet<string> }

/** Writes pages as Markdown: a blank line between paragraphs and between pages, lines of a paragraph joined. */
export function writeMarkdown(pages: readonly PageLines[]): WrittenPages {
  const texts = pages.flatMap(page => page.lines.map(line => line.text))
  const words = { known: collectVocabulary(texts), inner: collectInnerWords(texts) }
  const parts: string[] = []
  const written: Page[] = []
  const starts: number[][] = []
  let length = 0
  for (const page of pages) {
    const text = writePage(page.lines, words)
    if (text.markdown !== '' && length > 0) {
      parts.push('\n\n')
      length += 2
    }
    const start = length
    starts.push(text.starts.map(offset => start + offset))
    parts.push(text.markdown)
    length += text.markdown.length
    written.push({ number: page.number, label: page.label, start, end: length, ocr: page.ocr })
  }
  return { markdown: parts.join(''), pages: written, starts }
}

/** Flattens the blocks of a page to lines that know their block. */
export function toPageLines(page: PageLayout): PageLines {
  const { blocks, ...facts } = page
  const lines = blocks.flatMap((block, index) => {
    const pitch = pitchOf(block.lines.map(line => line.y1))
    const { x0: left, x1: right, table } = block
    const place = { heading: null, continued: false, block: index, left, right, pitch, table }
    return block.lines.map(line => ({ ...line, ...place }))
  })
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

function writePage(lines: readonly PlacedLine[], words: Words) {
  let markdown = ''
  const starts: number[] = []
  for (const [index, line] of lines.entries()) {
    const previous = lines[index - 1]
    const continuesHeading = previous?.heading != null && line.continued
    const separator = previous === undefined ? '' : continuesHeading ? ' ' : separateLines(previous, line)
    const hyphen = separator === ' ' ? joinHyphenated(previous?.text ?? '', line.text, words.known) : null
    const isUnmarked = separator === ' ' && isBrokenUnmarked(previous?.text ?? '', line.text, words.inner)
    if (hyphen === 'drop') markdown = markdown.slice(0, -1)
    if (hyphen === null && !isUnmarked) markdown += separator
    starts.push(markdown.length)
    markdown += markOf(line, continuesHeading, separator) + line.text
  }
  return { markdown, starts }
}

/** The mark of a heading, or a backslash where a "#" of the page would make a heading. */
function markOf(line: PlacedLine, continuesHeading: boolean, separator: string): string {
  if (continuesHeading) return ''
  if (line.heading !== null) return `${'#'.repeat(Math.min(6, line.heading))} `
  return separator !== ' ' && /^#{1,6}(\s|$)/.test(line.text) ? '\\' : ''
}

function pitchOf(baselines: readonly number[]): number {
  const steps = baselines
    .slice(1)
    .map((baseline, index) => baseline - (baselines[index] ?? baseline))
    .filter(step => step > 1)
    .sort((a, b) => a - b)
  return steps[steps.length >> 1] ?? 0
}

/** A line with its block and heading. */
export type PlacedLine = Line & {
  /** Heading level, when the line is (part of) a heading. */
  heading: number | null
  /** Whether it continues the heading of the previous line. */
  continued: boolean
  /** Index of its block on the page, and the left and right edges of the block. */
  block: number
  left: number
  right: number
  /** Usual distance between lines of the block; 0 when it has only one. */
  pitch: number
  table: number | null
}

type Separator = '' | ' ' | '\n' | '\n\n'

/** Returns what separates two lines: a space inside a paragraph, a blank line between paragraphs. */
function separateLines(previous: PlacedLine, next: PlacedLine): Separator {
  if (previous.heading !== null || next.heading !== null) return '\n\n'
  if (previous.table !== null && previous.table === next.table) return isSameRow(previous, next) ? ' ' : '\n'
  if (previous.block !== next.block) return continues(previous, next) ? ' ' : '\n\n'
  if (isSameRow(previous, next)) return ' '
  if (startsParagraph(previous, next)) return '\n\n'
  return previous.monospace && next.monospace ? '\n' : ' '
}

function isSameRow(previous: Line, next: Line): boolean {
  return Math.abs(previous.y1 - next.y1) < 0.5 * Math.max(previous.size, next.size)
}

/** Whether a sentence continues in the next block: in the next column, or in the next line of widely spaced text. */
function continues(previous: PlacedLine, next: PlacedLine): boolean {
  return (
    isSameSize(previous, next) &&
    previous.table === null &&
    next.table === null &&
    previous.monospace === next.monospace &&
    /[\p{L}\p{N},;)\]”’"'-]$/u.test(previous.text) &&
    previous.text.includes(' ') &&
    /^\p{Ll}/u.test(next.text)
  )
}

function startsParagraph(previous: PlacedLine, next: PlacedLine): boolean {
  const size = Math.max(previous.size, next.size)
  const step = next.y1 - previous.y1
  if (!isSameSize(previous, next)) return true
  if (next.pitch > 0 && step > 1.3 * next.pitch) return true
  if (bullet.test(next.text)) return true
  const isIndented = next.x0 - next.left > 0.8 * size && next.x0 - next.left < 6 * size
  if (isIndented && previous.x0 - previous.left < 0.5 * size) return true
  const isShort = previous.right - previous.x1 > 0.2 * (previous.right - previous.left)
  return isShort && /[.!?:]["”’)]?$/.test(previous.text)
}

const bullet = /^(?:[•◦▪■□●○‣∙·–—*]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s/u

function isSameSize(a: Line, b: Line): boolean {
  return Math.abs(a.size - b.size) < 0.12 * Math.max(a.size, b.size)
}
