import type { DocumentSummary } from './document.ts'
import type { Filter } from './filter.ts'
import type { JsonObject } from './json.ts'

/** A file inside a source, such as an attachment of a mail. It becomes a document of its own. */
export type AttachedFile = {
  /** Unique within its source. */
  name: string
  bytes: Uint8Array
  mediaType: string | null
  /** Whether it is a picture that the text shows, such as a logo; it is stored only if it has a few words. */
  isShown: boolean
}

/** The key of a document's metadata that holds the source of the document it is attached to. Internal. */
export const attachedNote = '_attached_to'

/** The same for callers: the internal key is not shown. */
export const attachedTo = 'attached_to'

/** The key of a document's metadata that marks documents with attachments. Internal. */
export const attachmentsNote = '_attachments'

/** Separates the source of a document from the name of a file inside it. */
const separator = '!/'

export function attachedSource(owner: string, name: string): string {
  return `${owner}${separator}${name}`
}

/** The source of the document this one is attached to; null for a document that is no attachment. */
export function ownerOf({ metadata }: { metadata: JsonObject }): string | null {
  const owner = metadata[attachedNote]
  return typeof owner === 'string' ? owner : null
}

/** The source that must be read to get an attached file: a mail attached to a mail is read with the outer one. */
export function outermostOwner(document: Pick<DocumentSummary, 'metadata'>): string | null {
  const owner = ownerOf(document)
  const end = owner?.indexOf(separator) ?? -1
  return owner === null || end < 0 ? owner : owner.slice(0, end)
}

/** Matches the sources of everything attached to a document, at any depth. */
export function attachedFilter(owner: string): Filter {
  return [{ field: 'source', op: 'starts_with', value: `${owner}${separator}` }]
}

export function hasAttachments({ metadata }: { metadata: JsonObject }): boolean {
  return metadata[attachmentsNote] !== undefined
}

/** A limit above the number of files attached to one document. */
export const allAttached = 1_000_000
