import type { PageSpan } from '../../../core/model/chunk.ts'
import { citePages } from './page-range.ts'

/** What a writer puts behind a quotation: `(martin2017, pp. 45–46)`; without pages `(martin2017)`. */
export function citeSpan({ citekey, pages }: { citekey: string; pages: PageSpan | null }): string {
  return pages === null ? `(${citekey})` : `(${citekey}, ${citePages(pages)})`
}
