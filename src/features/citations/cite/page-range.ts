import type { PageSpan } from '../../../core/model/chunk.ts'

/** Pages as they are cited: "45", "45–46", "iv–v". */
export type PageRange = { text: string; isRange: boolean }

/** Printed labels where both ends have one, else physical pages: the two are never mixed. */
export function pageRange(pages: PageSpan): PageRange {
  const { first, last, firstLabel, lastLabel } = pages
  const isPrinted = firstLabel !== null && lastLabel !== null && firstLabel !== '' && lastLabel !== ''
  const [from, to] = isPrinted ? [firstLabel, lastLabel] : [String(first), String(last)]
  return from === to ? { text: from, isRange: false } : { text: `${from}–${to}`, isRange: true }
}

/** "p. 45" or "pp. 45–46". */
export function citePages(pages: PageSpan): string {
  const { text, isRange } = pageRange(pages)
  return `${isRange ? 'pp.' : 'p.'} ${text}`
}
