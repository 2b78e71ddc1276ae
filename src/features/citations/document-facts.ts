import type { Chunk } from '../../core/model/chunk.ts'
import type { DocumentSummary } from '../../core/model/document.ts'
import type { JsonObject, JsonValue } from '../../core/model/json.ts'
import type { CitedPages } from '../../core/text/cite-pages.ts'

/** What the metadata of a document says about its origin, with defaults for missing values. */
export type DocumentFacts = {
  citekey: string | null
  isCitekeyGenerated: boolean
  title: string
  authors: string[]
  year: number | null
  doi: string | null
  url: string | null
  tags: string[]
  collections: string[]
  language: string
  type: string
  docId: string
  sourcePath: string
  itemKey: string | null
  attachmentKey: string | null
  annotation: JsonObject | null
  /** The id that the caller passed to store_chunks. */
  storedId: string | null
  /** The section that was passed to store_chunks; null for other chunks. */
  storedSection: string | null
}

export function documentFacts(document: DocumentSummary): DocumentFacts {
  const { metadata } = document
  return {
    citekey: text(metadata.citekey),
    isCitekeyGenerated: metadata.citekey_generated === true,
    title: document.title,
    authors: texts(metadata.authors),
    year: typeof metadata.year === 'number' ? metadata.year : null,
    doi: text(metadata.doi),
    url: text(metadata.url),
    tags: texts(metadata.tags),
    collections: texts(metadata.collections),
    language: text(metadata.reference_language) ?? document.language,
    type: text(metadata.type) ?? 'document',
    docId: text(metadata.doc_id) ?? document.id,
    sourcePath: text(metadata.source_path) ?? document.source,
    itemKey: text(metadata.zotero_item_key),
    attachmentKey: text(metadata.zotero_attachment_key),
    annotation: isObject(metadata.annotation) ? metadata.annotation : null,
    storedId: text(metadata.stored_id),
    storedSection: text(metadata.stored_id) === null ? null : text(metadata.section),
  }
}

/** Returns the stored section, otherwise the heading directly above the passage. */
export function sectionOf(facts: DocumentFacts, { sectionPath }: Pick<Chunk, 'sectionPath'>): string | null {
  return facts.storedSection ?? sectionPath.at(-1) ?? null
}

/** First and last page, counted from 1. */
export function pageSpanOf({ pages }: Pick<Chunk, 'pages'>): [number, number] | null {
  return pages === null ? null : [pages.first, pages.last]
}

/** The printed labels of those pages, when known. */
export function pageLabelsOf({ pages }: Pick<Chunk, 'pages'>): [string, string] | null {
  if (pages === null || pages.firstLabel === null) return null
  return [pages.firstLabel, pages.lastLabel ?? pages.firstLabel]
}

/** The pages of a passage as a citation names them. */
export function citedPagesOf(
  { pages }: Pick<Chunk, 'pages'>,
  { fileType }: Pick<DocumentSummary, 'fileType'>,
): CitedPages | null {
  return pages && { ...pages, fileType }
}

function text(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
