import type { PageSpan } from '../../../core/model/chunk.ts'
import type { Page } from '../../../core/model/document.ts'

/** By what a passage is on the page that was stated: the printed label, the PDF's own number, or neither. */
export type PageMatch = 'label' | 'pdf' | 'none'

/** Where the pages of a document fit what was stated: by label where any page bears it, by number besides. */
export type FindStated = (pages: readonly Page[]) => { label: ReadonlySet<Page>; pdf: ReadonlySet<Page> }

/** Reads "12", "p. xiv", "pp. 12–13" and numbers. A range also holds the pages between its ends. */
export function readStatedPage(stated: number | string): FindStated {
  const text = withoutPrefix(normalise(String(stated)))
  const [, first, last] = /^([\p{L}\p{N}.]+)\s*[-–—]\s*([\p{L}\p{N}.]+)$/u.exec(text) ?? []
  return pages => {
    const labels = pages.map(page => normalise(page.label ?? ''))
    const numbers = pages.map(page => String(page.number))
    const find = (names: readonly string[]) =>
      new Set([
        ...pages.filter((_, index) => names[index] === text),
        ...(first === undefined || last === undefined ? [] : between(pages, names, first, last)),
      ])
    return { label: find(labels), pdf: find(numbers) }
  }
}

/** Pages named by either end, those that lie between both, and those whose number does. */
function between(pages: readonly Page[], names: readonly string[], first: string, last: string): Page[] {
  const [from, to] = [names.indexOf(first), names.lastIndexOf(last)]
  const [low, high] = [Number(first), Number(last)]
  return pages.filter((_, index) => {
    const name = names[index] ?? ''
    if (name === first || name === last) return true
    if (from >= 0 && index > from && index < to) return true
    return name !== '' && Number(name) >= low && Number(name) <= high
  })
}

/** "pp. 12–13" → "12–13". */
export function withoutPrefix(stated: string): string {
  return stated.trim().replace(/^(?:pages?|pp?|seiten?|s)\b\.?\s*/i, '')
}

function normalise(text: string): string {
  return text.trim().toLowerCase()
}

/** The printed label comes first. Null when nothing was stated or there are no pages to compare. */
export function matchStatedPage(
  findStated: FindStated | null,
  span: PageSpan | null,
  pages: readonly Page[],
): PageMatch | null {
  if (findStated === null || span === null) return null
  const own = pages.filter(page => page.number >= span.first && page.number <= span.last)
  const { label, pdf } = findStated(pages)
  if (own.some(page => label.has(page))) return 'label'
  return own.some(page => pdf.has(page)) ? 'pdf' : 'none'
}
