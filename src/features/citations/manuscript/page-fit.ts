import type { PageSpan } from '../../../core/model/chunk.ts'
import type { Page } from '../../../core/model/document.ts'
import type { CitedWork } from '../../../core/model/manuscript.ts'
import type { QuoteMatch } from '../verify/inspect-document.ts'
import { matchStatedPage, type PageMatch, readStatedPage } from '../verify/stated-page.ts'
import type { KnownWork } from './cited-works.ts'

/** Returns the pages of a document; an empty list when it has none. */
export type PageReader = (documentId: string) => Promise<readonly Page[]>

/** The pages that citations state, by the id of the document that they are about. */
export type StatedPages = ReadonlyMap<string, string>

export function statedPages(found: readonly { work: CitedWork; known: readonly KnownWork[] }[]): StatedPages {
  const stated = new Map<string, string>()
  for (const { work, known } of found)
    for (const { documents } of known)
      for (const { id } of documents) if (work.pages !== null) stated.set(id, work.pages)
  return stated
}

export type PageFit = {
  /** `none`: no page is stated, or the document has no pages. */
  state: 'right' | 'wrong' | 'none'
  message: string
  /** The matches, those on the stated page first. */
  matches: QuoteMatch[]
}

/** Compares the pages of the matches with those that the citation states: printed pages first, then the PDF's numbers. */
export async function pageFit(
  matches: readonly QuoteMatch[],
  stated: StatedPages,
  readPages: PageReader,
): Promise<PageFit> {
  let wrong: string | null = null
  let unpaged: string | null = null
  const isFree = matches.find(({ documentId }) => !stated.has(documentId))
  for (const match of matches) {
    const given = stated.get(match.documentId)
    if (given === undefined) continue
    const pages = await readPages(match.documentId)
    if (match.pages === null || pages.length === 0) {
      unpaged ??= `Page ${given} cannot be checked: the document has no pages.`
      continue
    }
    const by = bestMatch(given, match.pages, pages)
    if (by !== 'none') {
      const rest = matches.filter(other => other !== match)
      return {
        state: 'right',
        message: by === 'pdf' ? pdfNumber(given, match.pages) : '',
        matches: [match, ...rest],
      }
    }
    wrong ??= `It is not on page ${given}, but on ${pagesText(match.pages)}.`
  }
  if (isFree !== undefined)
    return { state: 'none', message: '', matches: [isFree, ...matches.filter(other => other !== isFree)] }
  if (wrong !== null) return { state: 'wrong', message: wrong, matches: [...matches] }
  return { state: 'none', message: unpaged ?? '', matches: [...matches] }
}

/** A list of pages fits if one of them does. A number that is printed on another page is not the PDF's number. */
function bestMatch(given: string, span: PageSpan, pages: readonly Page[]): PageMatch {
  let best: PageMatch = 'none'
  for (const part of given.split(',').map(one => one.trim())) {
    const find = readStatedPage(part)
    const by = matchStatedPage(find, span, pages) ?? 'none'
    if (by === 'label') return 'label'
    if (by === 'pdf' && find(pages).label.size === 0) best = 'pdf'
  }
  return best
}

function pdfNumber(given: string, pages: PageSpan): string {
  return pages.firstLabel === null
    ? ''
    : `Page ${given} is the PDF’s number; the printed page is ${printed(pages)}.`
}

function pagesText(pages: PageSpan): string {
  const pdf =
    pages.first === pages.last ? `PDF page ${pages.first}` : `PDF pages ${pages.first}–${pages.last}`
  return pages.firstLabel === null ? pdf : `page ${printed(pages)} (${pdf})`
}

function printed({ firstLabel, lastLabel }: PageSpan): string {
  return lastLabel === null || lastLabel === firstLabel ? `${firstLabel}` : `${firstLabel}–${lastLabel}`
}

/** Whether a document has a page of that number, printed or physical. Null when it has no pages to compare. */
export function hasPage(given: string, pages: readonly Page[], range: string | null): boolean | null {
  if (pages.length === 0) return null
  return given.split(',').some(part => {
    const { label, pdf } = readStatedPage(part.trim())(pages)
    return label.size > 0 || pdf.size > 0 || isInRange(part.trim(), range)
  })
}

/** A file without printed numbers may still be cited by the pages of its journal. */
function isInRange(part: string, range: string | null): boolean {
  const [first, last] = (range ?? '').split(/\s*[-‐‑–—]+\s*/).map(Number)
  const page = Number(/^\d+/.exec(part)?.[0] ?? Number.NaN)
  return first !== undefined && last !== undefined && page >= first && page <= last
}
