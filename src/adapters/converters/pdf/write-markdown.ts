import type { Page } from '../../../core/model/document.ts'
import { collectInnerWords, collectVocabulary, isBrokenUnmarked, joinHyphenated } from './join-hyphenated.ts'
import type { PageLayout } from './page-layout.ts'
import { type PlacedLine, separateLines } from './separate-lines.ts'

/** A page whose lines are flat, in reading order, and know how they follow each other. */
export type PageLines = Omit<PageLayout, 'blocks'> & { lines: PlacedLine[] }

export type WrittenPages = {
  markdown: string
  pages: Page[]
  /** Where each line of each page starts in the Markdown. */
  starts: number[][]
}

/** `known`: all words of the document; `inner`: those that are surely whole. */
type Words = { known: ReadonlySet<string>; inner: ReadonlySet<string> }

/** Writes pages as Markdown: paragraphs apart by a blank line, lines inside them joined, pages in between. */
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

/** A number that stands before a heading or an item, set apart by a wide gap, belongs to it. */
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

/** A heading's mark; and a backslash where the page's own "#" would make a heading of ordinary text. */
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
