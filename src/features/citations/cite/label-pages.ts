import type { Document, Page } from '../../../core/model/document.ts'
import {
  countOn,
  type PageLabel,
  type PageLabelSource,
  parseLabel,
  repeatsNumbers,
} from '../../../core/model/page-label.ts'

type Labels = { pages: Page[]; source: PageLabelSource }

/**
 * Counts the pages of a document from the page range of its reference, when the document has exactly that many pages.
 * Labels that the file declares or prints take precedence, unless they only repeat 1, 2, 3 …. Returns undefined when the
 * labels stay as they are.
 */
export function labelPages(
  { pages, pageLabelSource }: Pick<Document, 'pages' | 'pageLabelSource'>,
  range: string | null,
): Labels | undefined {
  const isOpen =
    pageLabelSource === 'none' ||
    pageLabelSource === 'reference' ||
    (pageLabelSource === 'embedded' && repeatsNumbers(pages))
  if (!isOpen || pages.length === 0) return undefined
  const first = range === null ? null : startOf(range, pages.length)
  if (first !== null)
    return {
      pages: pages.map((page, at) => ({ ...page, label: countOn(first, at) })),
      source: 'reference',
    }
  if (pageLabelSource !== 'reference') return undefined
  // The reference has changed since the pages were counted.
  return { pages: pages.map(page => ({ ...page, label: null })), source: 'none' }
}

/** The first label of a range of that many pages: "463–477", "463-77", "e1–e15", "xi–xx", "12". */
function startOf(range: string, length: number): PageLabel | null {
  const [from = '', to, more] = range.trim().split(/\s*[-‐‑–—−]+\s*/)
  const first = parseLabel(from)
  if (first === null || more !== undefined) return null
  const last = to === undefined ? first : readEnd(from, to)
  if (last === null || last.style !== first.style || last.prefix !== first.prefix) return null
  return last.value - first.value + 1 === length ? first : null
}

/** The end of a range may leave out what it shares with the start: "463–77" ends at 477, "S12–9" at S19. */
function readEnd(from: string, to: string): PageLabel | null {
  const isShort = /^\d+$/.test(to) && /\d$/.test(from) && to.length < from.length
  return parseLabel(isShort ? from.slice(0, from.length - to.length) + to : to)
}
