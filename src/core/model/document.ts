import type { AttachedFile } from './attached.ts'
import type { Corrected } from './correction.ts'
import type { PageGeometry } from './geometry.ts'
import type { JsonObject } from './json.ts'
import type { Manuscript } from './manuscript.ts'
import type { PageLabelSource } from './page-label.ts'

/** One page of the source: characters [start, end) of the Markdown. */
export type Page = {
  /** Physical page, 1-based, as in a PDF viewer's `#page=`. Slides and sheets count as pages. */
  number: number
  /** The printed page number ("iv", "213"), when it is known; `pageLabelSource` of the document says from where. */
  label: string | null
  /** The label before a user corrected it; absent when the labels are not corrected. */
  uncorrected?: string | null
  start: number
  end: number
  /** Whether the text was recognised from an image (OCR). */
  ocr: boolean
}

/** A heading and where its section starts in the Markdown. Level 1 is outermost. */
export type OutlineEntry = { level: number; title: string; start: number }

/** A source as a converter returns it. Spans count UTF-16 code units, like JavaScript strings. */
export type Converted = {
  markdown: string
  /** From the source's own metadata; null when it has none. */
  title: string | null
  /** The DOI that the source declares for itself, normalised by `cleanDoi`. */
  doi?: string
  /** ISO 639-1, as the source declares it; used when the language cannot be detected from the text. */
  language?: string
  /** Set when the source is mostly links to other sources. */
  isListing?: true
  fileType: string
  /** Ascending, not overlapping; empty when the format has no pages. */
  pages: Page[]
  /** Where the labels of the pages come from; by default `embedded` when there are any. */
  pageLabelSource?: PageLabelSource
  /** Ascending by start; when it is empty, the headings of the Markdown are used. */
  outline: OutlineEntry[]
  /** Where each line is on its page, in order of page; absent when the format has no fixed pages. */
  geometry?: PageGeometry[]
  /** Problems of the conversion: pages without text, parts left out. */
  warnings: string[]
  /** What the source declares about itself, such as the sender of a mail. The caller's metadata overrides it. */
  metadata?: JsonObject
  /** Files inside the source that are documents of their own. */
  attachments?: AttachedFile[]
  /** Set when the source was read as a manuscript; `markdown` is then its text. */
  manuscript?: Manuscript
  /** A copy of the source with the remarks that were asked for. */
  annotated?: Uint8Array
}

/** One source converted to Markdown, as stored. */
export type Document = {
  id: string
  collection: string
  source: string
  title: string
  fileType: string
  /** ISO 8601. */
  lastModified: string | null
  /** SHA-256 of the source's bytes. */
  contentHash: string
  /** Hash of content, converter, chunker, policy and model. When it differs, the source is ingested again. */
  fingerprint: string
  createdAt: string
  /** ISO 639-1, or "und" when it could not be detected. */
  language: string
  metadata: JsonObject
  warnings: string[]
  pageLabelSource: PageLabelSource
  /** What a user corrected; absent when nothing. Title, labels and their source are the corrected ones. */
  corrected?: Corrected
  markdown: string
  pages: Page[]
  outline: OutlineEntry[]
}

/** A document without its text, with the counts of the store. */
export type DocumentSummary = Omit<Document, 'markdown' | 'pages' | 'outline'> & {
  chunkCount: number
  /** Words of its Markdown, as `countWords` counts them. */
  words: number
}

/** The key of a document's metadata that marks it as a listing. It is internal and not shown. */
export const listingNote = '_listing'

/** The key of a document's metadata that lists the keys which come from the source itself. Internal. */
export const declaredNote = '_declared'

/** Whether the document is mostly links to others, such as an index or a table of contents. */
export function isListing({ metadata }: { metadata: JsonObject }): boolean {
  return metadata[listingNote] === true
}

/** Metadata as callers see it: without keys that begin with an underscore, which are internal. */
export function shownMetadata(metadata: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => !key.startsWith('_')))
}
