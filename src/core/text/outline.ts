import type { PageSpan } from '../model/chunk.ts'
import type { OutlineEntry, Page } from '../model/document.ts'
import { scanBlocks } from './markdown-blocks.ts'

/** The headings of a Markdown text as its outline: for sources that declare none of their own. */
export function outlineFromHeadings(markdown: string): OutlineEntry[] {
  return scanBlocks(markdown).flatMap(block =>
    block.kind === 'heading' && block.title !== ''
      ? [{ level: block.level, title: block.title, start: block.start }]
      : [],
  )
}

/** The heading a document gives itself at the top level, if it does. */
export function topHeading(markdown: string): string | null {
  return outlineFromHeadings(markdown).find(entry => entry.level === 1)?.title ?? null
}

/** The titles above a position, outermost first: the last entry at or before it, and that entry's ancestors. */
export function sectionPathAt(outline: readonly OutlineEntry[], offset: number): string[] {
  return sectionPaths(outline)(offset)
}

/** The same for many positions of one outline: ancestors are found once. */
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
 * The pages that the non-space characters of a span lie on; null when they lie on none. Blank pages inside the
 * span do not count, and neither does white space that runs over into the next page.
 */
export function pagesOfSpan(
  pages: readonly Page[],
  start: number,
  end: number,
  markdown: string,
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

/** For each entry the nearest earlier one of a lower level, or -1. */
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
