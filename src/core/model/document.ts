import type { JsonObject } from './json.ts'

/** One page of the source as it lies in the Markdown: characters [start, end). */
export type Page = {
  /** Physical page, 1-based: what a PDF viewer's `#page=` takes. Slides and sheets count as pages. */
  number: number
  /** What is printed on the page ("iv", "213"), when the source says so. */
  label: string | null
  start: number
  end: number
  /** Whether the text was recognised from an image. */
  ocr: boolean
}

/** A heading and where its section starts in the Markdown. Level 1 is outermost. */
export type OutlineEntry = { level: number; title: string; start: number }

/** What a converter makes of a source. Spans count UTF-16 code units, as JavaScript strings do. */
export type Converted = {
  markdown: string
  /** From the source's own metadata; null when it has none. */
  title: string | null
  /** The DOI that the source declares for itself, in its one form (see `cleanDoi`). */
  doi?: string
  /** ISO 639-1, as the source declares it; asked when the text itself is too short or too mixed to tell. */
  language?: string
  /** It is little more than links to other sources. */
  isListing?: true
  fileType: string
  /** Ascending, not overlapping; empty when the format has no pages. */
  pages: Page[]
  /** Ascending by start; empty when the source declares none (headings of the Markdown are used then). */
  outline: OutlineEntry[]
  /** What a reader should know: pages without text, parts left out. */
  warnings: string[]
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
  /** What decides whether a source must be read again: content, converter, chunker, policy, model. */
  fingerprint: string
  createdAt: string
  /** ISO 639-1, or "und" when it could not be told. */
  language: string
  metadata: JsonObject
  warnings: string[]
  markdown: string
  pages: Page[]
  outline: OutlineEntry[]
}

/** A document without its text, with what the store counts for it. */
export type DocumentSummary = Omit<Document, 'markdown' | 'pages' | 'outline'> & {
  chunkCount: number
  /** Of its Markdown, as `countWords` counts them. */
  words: number
}

/** Under this name a document's metadata keeps that it is little more than links: a note of ours, not shown. */
export const listingNote = '_listing'

/** Whether a page only lists others: an index or table of contents, which names everything and explains nothing. */
export function isListing({ metadata }: { metadata: JsonObject }): boolean {
  return metadata[listingNote] === true
}

/** Metadata as callers see it: keys that begin with an underscore are the program's own notes. */
export function shownMetadata(metadata: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => !key.startsWith('_')))
}
