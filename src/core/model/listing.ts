import type { JsonObject } from './json.ts'

/** Under this name a document's metadata keeps that it is little more than links: a note of ours, not shown. */
export const listingNote = '_listing'

/** Whether a page only lists others: an index or table of contents, which names everything and explains nothing. */
export function isListing({ metadata }: { metadata: JsonObject }): boolean {
  return metadata[listingNote] === true
}
