import type { OutlineEntry } from '../../../core/model/document.ts'
import { findHeadings } from '../../../core/text/outline.ts'
import type { Place } from './epub-navigation.ts'

/** The book's table of contents, with the headings that it leaves out below the entry they stand in. */
export function outlineOfBook(
  markdown: string,
  places: readonly Place[],
  positions: Map<string, number>,
): OutlineEntry[] {
  const contents = places.flatMap(place => {
    const start = positions.get(place.id)
    if (place.kind !== 'section' || start === undefined || place.title === '') return []
    return [{ level: place.level, title: place.title, start }]
  })
  contents.sort((a, b) => a.start - b.start)
  if (contents.length === 0) return []
  const headings = findHeadings(markdown)
  const outline: OutlineEntry[] = headings.filter(heading => heading.start < (contents[0]?.start ?? 0))
  for (const [index, entry] of contents.entries()) {
    const end = contents[index + 1]?.start ?? markdown.length
    const within = headings.filter(heading => heading.start >= entry.start && heading.start < end)
    outline.push(entry, ...belowEntry(entry, within))
  }
  return outline
}

/** The entry's own heading is the entry; the others keep their distance to it. */
function belowEntry(entry: OutlineEntry, headings: readonly OutlineEntry[]): OutlineEntry[] {
  const [first, ...rest] = headings
  if (first === undefined) return []
  const isOwn = first.start === entry.start || first.title.toLowerCase() === entry.title.toLowerCase()
  const others = isOwn ? rest : headings
  const base = isOwn ? first.level : Math.min(...headings.map(heading => heading.level)) - 1
  return others.map(heading => ({ ...heading, level: entry.level + Math.max(1, heading.level - base) }))
}
