import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageSpan } from '../model/chunk.ts'
import type { DocumentSummary } from '../model/document.ts'
import { type Place, type Range, writeAddress } from './address.ts'

type Part = Record<string, unknown>

/** The address of a whole document. */
export function documentAddress(library: string, id: string): string {
  return writeAddress({ place: { kind: 'document', library, id }, chars: null })
}

/** The address of a part of a document, by its character span in the Markdown. */
export function spanAddress(library: string, id: string, span: unknown): string {
  return writeAddress({ place: { kind: 'document', library, id }, chars: rangeOf(span) })
}

export function placeAddress(place: Place): string {
  return writeAddress({ place, chars: null })
}

/** The address of the passage in an item of an output; contracts name library, document and span differently. */
export function passageLink(part: Part): string {
  const { library, char_span: span } = { ...Object(part.metadata), ...part }
  return spanAddress(String(library), String(part.doc_id ?? part.document_id), span)
}

/** The address of a chunk of the project that was searched. */
export function chunkLink(part: Part, { project }: Part): string {
  return placeAddress({ kind: 'chunk', library: String(project), id: String(part.chunk_id ?? part.id) })
}

export function rangeOf(span: unknown): Range | null {
  if (!Array.isArray(span)) return null
  return { first: Number(span[0]), last: Number(span[1]) }
}

/** An address that opens the source, at the page if viewers support `#page=`. */
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
