import { citeSpan } from '../cite/citation-parts.ts'
import type { QuoteMatch } from '../verify/inspect-document.ts'
import type { CheckedItem } from './check-manuscript.ts'
import type { ItemVerdict } from './check-quotation.ts'

/** Each verdict as a person reads it. */
export const verdictWords: Readonly<Record<ItemVerdict, string>> = {
  exact: 'Exact',
  close: 'Close',
  wrong_page: 'Wrong page',
  wrong_source: 'Wrong source',
  not_found: 'Not found',
  uncited: 'Uncited quotation',
  unknown_citekey: 'Unknown source',
  page_out_of_range: 'No such page',
  cited: 'Cited',
  no_document: 'No document',
  not_checked: 'Not checked',
}

const mostPassage = 600

/** The remark for one item: the verdict, what is wrong, the passage as printed, and the citation to use. */
export function remarkOf({ verdict, message, matches }: CheckedItem): string {
  const [best] = matches
  const isShown = best !== undefined && verdict !== 'exact'
  return [
    `${verdictWords[verdict]}. ${message}`.trim(),
    ...(isShown ? [`“${clip(best.text)}” ${citationOf(best)}`] : []),
  ].join('\n')
}

/** The citation to paste for a passage that was found. */
export function citationOf({
  metadata,
  title,
  pages,
  fileType,
}: Pick<QuoteMatch, 'metadata' | 'title' | 'pages' | 'fileType'>): string {
  const { citekey } = metadata
  return citeSpan({
    citekey: typeof citekey === 'string' ? citekey : title,
    pages: pages && { ...pages, fileType },
  })
}

function clip(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length <= mostPassage ? line : `${line.slice(0, mostPassage - 1)}…`
}
