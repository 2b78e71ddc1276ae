import type { OutlineEntry } from '../model/document.ts'
import { atxHeading } from './atx-heading.ts'

/** The `#` headings of Markdown, outside of fenced code. */
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

/** The fence that is open after a line of backticks or tildes; null when that line closed it. */
function nextFence(open: string | null, marks: string, rest: string): string | null {
  if (open === null) return marks
  const closes = marks[0] === open[0] && marks.length >= open.length && rest.trim() === ''
  return closes ? null : open
}

/** A heading's words without links, emphasis and code marks. */
function plainHeading(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|\*|`)(.+?)\1/g, '$2')
    .replace(/\\([\\`*_{}[\]()#+.!|-])/g, '$1')
    .trim()
}
