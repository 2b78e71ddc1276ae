import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageSpan } from '../model/chunk.ts'
import type { DocumentSummary } from '../model/document.ts'
import { documentAddress } from './links.ts'

/** An address that opens the source, at its page where viewers understand `#page=`. */
export function linkTo(
  document: Pick<DocumentSummary, 'source' | 'collection' | 'id'>,
  pages: PageSpan | null,
): string {
  const { source } = document
  const fragment = pages === null ? '' : `#page=${pages.first}`
  if (/^https?:\/\//i.test(source)) return `${source.replace(/#.*$/, pages === null ? '$&' : '')}${fragment}`
  if (isAbsolute(source)) return `${pathToFileURL(source).href}${fragment}`
  return documentAddress(document.collection, document.id)
}
