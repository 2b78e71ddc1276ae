import type { Converted, OutlineEntry } from '../../../core/model/document.ts'
import { findHeadings } from '../../../core/text/outline.ts'
import { oneLine } from '../text/clean-text.ts'

export type Member = { name: string; converted: Converted }

/**
 * Members one after the other, each under its path as heading. Their pages are left out: page 3 of an archive
 * would mean nothing.
 */
export function joinMembers(members: readonly Member[]): { markdown: string; outline: OutlineEntry[] } {
  const parts: string[] = []
  const outline: OutlineEntry[] = []
  let length = 0
  const add = (text: string) => {
    parts.push(text)
    length += text.length
  }
  for (const { name, converted } of members) {
    if (length > 0) add('\n')
    const title = oneLine(name)
    outline.push({ level: 1, title, start: length })
    add(`# ${title}\n\n`)
    const headings = converted.outline.length > 0 ? converted.outline : findHeadings(converted.markdown)
    for (const heading of headings)
      outline.push({ ...heading, level: heading.level + 1, start: heading.start + length })
    add(converted.markdown)
  }
  return { markdown: parts.join(''), outline }
}
