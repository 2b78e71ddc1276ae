import { oneLine } from '../text/markdown-parts.ts'
import type { Place } from './epub-package.ts'
import { type Dom, type DomElement, isElement } from './parse-html.ts'

/** Delimits marks in text that passes through the Markdown library. */
export const mark = { open: '\ue000', close: '\ue001' }

/** Elements that cannot contain text; the mark goes before them. */
const textless = new Set([
  'table',
  'ul',
  'ol',
  'dl',
  'pre',
  'img',
  'hr',
  'br',
  'svg',
  'math',
  'figure',
  'image',
])

/**
 * Inserts a mark at every place of this chapter, to find it again in the Markdown. When the book has no list of pages,
 * page breaks in the text are marked too, and returned.
 */
export function placeMarks($: Dom, path: string, places: readonly Place[]): Place[] {
  const anchors = new Map<string, DomElement>()
  for (const element of $('[id], [name]').toArray().reverse())
    for (const key of [element.attribs.name, element.attribs.id]) if (key) anchors.set(key, element)
  const breaks = places.some(place => place.kind === 'page' && !place.id.startsWith('break'))
    ? []
    : pageBreaks($)
  const known = places.filter(place => place.id.startsWith('break')).length
  const pages = breaks.map(
    ({ label }, index): Place => ({ id: `break${known + index}`, kind: 'page', label, path, fragment: null }),
  )
  for (const [index, page] of pages.entries()) setMark($, breaks[index]?.element ?? null, page.id)
  for (const place of places) {
    if (place.path !== path || place.id.startsWith('break')) continue
    setMark($, place.fragment === null ? null : (anchors.get(place.fragment) ?? null), place.id)
  }
  return pages
}

function pageBreaks($: Dom): { element: DomElement; label: string }[] {
  return $('[epub\\:type~="pagebreak"], [role="doc-pagebreak"]')
    .toArray()
    .map(element => ({
      element,
      label: oneLine(element.attribs.title ?? element.attribs['aria-label'] ?? $(element).text()),
    }))
    .filter(({ label }) => label !== '')
}

/** A place without a known element is the start of its chapter. */
function setMark($: Dom, element: DomElement | null, id: string): void {
  const text = mark.open + id + mark.close
  const target = element ?? $('body')[0] ?? $.root()[0]?.children.find(isElement)
  if (target === undefined) return
  const holder = /^(tr|tbody|thead)$/.test(target.name) ? ($(target).find('td, th')[0] ?? target) : target
  if (textless.has(holder.name)) $(holder).before(text)
  else $(holder).prepend(text)
}

/**
 * Removes the marks from Markdown and returns their positions. A mark inside a heading is moved to the start of its
 * line.
 */
export function extractMarks(marked: string): { markdown: string; positions: Map<string, number> } {
  const pattern = new RegExp(`${mark.open}([a-z]+\\d+)${mark.close}`, 'g')
  const positions = new Map<string, number>()
  const names: { name: string; at: number }[] = []
  let markdown = ''
  let from = 0
  for (const match of marked.matchAll(pattern)) {
    markdown += marked.slice(from, match.index)
    from = match.index + match[0].length
    if (markdown === '' || markdown.endsWith('\n')) {
      // A mark alone on its line: the blank lines after it are removed too.
      const blank = /^(?:[ \t]*\n)*/.exec(marked.slice(from, from + 1000))?.[0] ?? ''
      if (marked[from] === '\n') from += blank.length
    }
    names.push({ name: match[1] ?? '', at: markdown.length })
  }
  markdown += marked.slice(from)
  for (const { name, at } of names) if (!positions.has(name)) positions.set(name, startOfBlock(markdown, at))
  return { markdown, positions }
}

function startOfBlock(markdown: string, at: number): number {
  const line = markdown.lastIndexOf('\n', at - 1) + 1
  return /^[\s#>*_\-|[]*$/.test(markdown.slice(line, at)) ? line : at
}
