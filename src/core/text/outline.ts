import type { PageSpan } from '../model/chunk.ts'
import type { OutlineEntry, Page } from '../model/document.ts'
import { atxHeading, scanBlocks } from './markdown-blocks.ts'

/** The headings of a Markdown text, for sources that declare no outline. Skips headings in front matter and HTML. */
export function outlineFromHeadings(markdown: string): OutlineEntry[] {
  return scanBlocks(markdown).flatMap(block =>
    block.kind === 'heading' && block.title !== ''
      ? [{ level: block.level, title: block.title, start: block.start }]
      : [],
  )
}

/** The first heading of level 1; null when there is none. */
export function topHeading(markdown: string): string | null {
  return outlineFromHeadings(markdown).find(entry => entry.level === 1)?.title ?? null
}

/** The titles above a position, outermost first: the last heading at or before it, and its ancestors. */
export function sectionPathAt(outline: readonly OutlineEntry[], offset: number): string[] {
  return sectionPaths(outline)(offset)
}

/** The same for many positions of one outline: ancestors are computed once. */
export function sectionPaths(outline: readonly OutlineEntry[]): (offset: number) => string[] {
  const parents = parentsOf(outline)
  return offset => {
    const path: string[] = []
    for (let at = lastStartingBy(outline, offset); at >= 0; at = parents[at] ?? -1)
      path.push(outline[at]?.title ?? '')
    return path.reverse()
  }
}

/**
 * The first and last page with non-space characters of a span; null when there is none. Blank pages at its ends do not
 * count, nor does white space at the start of the next page.
 */
export function pagesOfSpan(
  { pages, markdown }: { pages: readonly Page[]; markdown: string },
  { start, end }: { start: number; end: number },
): PageSpan | null {
  let first: Page | null = null
  let last: Page | null = null
  for (let at = Math.max(lastStartingBy(pages, start), 0); at < pages.length; at++) {
    const page = pages[at]
    if (!page || page.start >= end) break
    const touched = markdown.slice(Math.max(start, page.start), Math.min(end, page.end))
    if (touched.trim() === '') continue
    first ??= page
    last = page
  }
  if (!first || !last) return null
  return { first: first.number, last: last.number, firstLabel: first.label, lastLabel: last.label }
}

/** Index of the last item that starts at or before the offset; -1 when all start later. */
export function lastStartingBy(items: readonly { start: number }[], offset: number): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((items[middle]?.start ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** For each entry, the index of the nearest earlier entry of a lower level, or -1. */
function parentsOf(outline: readonly OutlineEntry[]): Int32Array {
  const parents = new Int32Array(outline.length)
  const open: { index: number; level: number }[] = []
  outline.forEach((entry, index) => {
    while ((open.at(-1)?.level ?? -1) >= entry.level) open.pop()
    parents[index] = open.at(-1)?.index ?? -1
    open.push({ index, level: entry.level })
  })
  return parents
}

/** The `#` headings of Markdown outside fenced code. Unlike `outlineFromHeadings`, it ignores Setext headings. */
export function findHeadings(markdown: string): OutlineEntry[] {
  const headings: OutlineEntry[] = []
  let fence: string | null = null
  let start = 0
  for (const line of markdown.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line)
    if (mark?.[1] !== undefined) fence = nextFence(fence, mark[1], mark[2] ?? '')
    const heading = fence === null ? atxHeading(line) : null
    if (heading !== null && heading.title !== '')
      headings.push({ level: heading.level, title: plainHeading(heading.title), start })
    start += line.length + 1
  }
  return headings
}

/** The fence that is open after a line of backticks or tildes; null when that line closes it. */
function nextFence(open: string | null, marks: string, rest: string): string | null {
  if (open === null) return marks
  const closes = marks[0] === open[0] && marks.length >= open.length && rest.trim() === ''
  return closes ? null : open
}

/** The plain text of a heading: without links, emphasis and code marks. */
function plainHeading(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|\*|`)(.+?)\1/g, '$2')
    .replace(/\\([\\`*_{}[\]()#+.!|-])/g, '$1')
    .trim()
}
