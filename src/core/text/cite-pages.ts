import type { PageSpan } from '../model/chunk.ts'

/** The pages of a passage, and the format of its document, which decides what its physical pages are called. */
export type CitedPages = PageSpan & { fileType: string }

/**
 * "p. 45" or "pp. 45–46" with printed page numbers. Without them, a PDF is cited by its physical pages, "PDF p. 77", and
 * slides as slides. Printed and physical numbers are never mixed.
 */
export function citePages(pages: CitedPages): string {
  const { first, last, firstLabel, lastLabel } = pages
  const isPrinted = firstLabel !== null && lastLabel !== null && firstLabel !== '' && lastLabel !== ''
  const [from, to] = isPrinted ? [firstLabel, lastLabel] : [String(first), String(last)]
  const [one, several] = isPrinted ? printed : (units.get(pages.fileType) ?? printed)
  return from === to ? `${one} ${from}` : `${several} ${from}–${to}`
}

type Unit = readonly [one: string, several: string]

const printed: Unit = ['p.', 'pp.']
const pdf: Unit = ['PDF p.', 'PDF pp.']
const slide: Unit = ['slide', 'slides']

/** Annotations are on pages of PDF files. Other formats have no physical pages that differ from printed ones. */
const units: ReadonlyMap<string, Unit> = new Map([
  ['pdf', pdf],
  ['annotation', pdf],
  ['pptx', slide],
  ['odp', slide],
  ['ppt', slide],
])
