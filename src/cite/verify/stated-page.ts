import type { PageSpan } from '../../model/chunk.ts'
import type { Page } from '../../model/document.ts'

/** Whether a page can be what was stated: by its physical number or by the label printed on it. */
export type IsStatedPage = (page: Page) => boolean

/** Reads "12", "p. xiv", "pp. 12–13" and numbers. */
export function readStatedPage(stated: number | string): IsStatedPage {
  const text = String(stated)
    .trim()
    .toLowerCase()
    .replace(/^(?:pages?|pp?|seiten?|s)\b\.?\s*/, '')
  const [, first, last] = /^([\p{L}\p{N}.]+)\s*[-–—]\s*([\p{L}\p{N}.]+)$/u.exec(text) ?? []
  const isOne = (page: Page, wanted: string) =>
    String(page.number) === wanted || page.label?.trim().toLowerCase() === wanted
  if (first === undefined || last === undefined) return page => isOne(page, text)
  const from = Number(first)
  const to = Number(last)
  return page =>
    isOne(page, text) ||
    isOne(page, first) ||
    isOne(page, last) ||
    [page.number, Number(page.label ?? Number.NaN)].some(number => number >= from && number <= to)
}

/** Null when nothing was stated or there are no pages to compare. */
export function isOnStatedPage(
  isStated: IsStatedPage | null,
  span: PageSpan | null,
  pages: readonly Page[],
): boolean | null {
  if (isStated === null || span === null) return null
  return pages.some(page => page.number >= span.first && page.number <= span.last && isStated(page))
}
