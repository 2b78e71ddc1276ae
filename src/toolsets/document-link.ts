import { resourceUri } from './documents/link-to.ts'

/** The address of the document that a part of an answer is about, in whichever words its contract names it. */
export function documentLink(part: Record<string, unknown>): string | null {
  const { library } = { ...Object(part.metadata), ...part }
  const id = part.doc_id ?? part.document_id
  return typeof library === 'string' && typeof id === 'string' ? resourceUri(library, id) : null
}
