import { texts } from '../texts.ts'
import { addressOf } from './router.ts'
import type { Passage } from './types.ts'

/** The address of the reader at a passage. */
export function readerAddress(hit: Pick<Passage, 'doc_id' | 'char_span'>, question = ''): string {
  return addressOf(`/read/${hit.doc_id}`, { at: hit.char_span.join('-'), q: question })
}

/** The page to cite: as printed and in the PDF, or the PDF's alone. */
export function pageText({ page, page_label }: { page: number; page_label: string | null }): string {
  return page_label === null ? texts.pages.pdf(page) : texts.pages.printed(page_label, page)
}
