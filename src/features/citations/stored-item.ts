import { z } from 'zod'
import type { VectorItem } from '../../core/ingest/put-vectors.ts'
import type { PageSpan } from '../../core/model/chunk.ts'
import type { JsonObject, JsonValue } from '../../core/model/json.ts'

/** A chunk with its vector, as the first contract sends it. Metadata may be nested, flat, or both. */
export const storedItem = z.object({
  id: z
    .string()
    .min(1, 'id must not be empty')
    .max(512)
    .describe('Id of the chunk; sent again, it is replaced'),
  text: z.string().min(1, 'text must not be empty').describe('Text of the chunk'),
  embedding: z.array(z.number()).min(1, 'embedding must not be empty').describe('Its vector'),
  metadata: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('Payload: source, zotero, doc, embed_model, version, or the flat fields of inspect_collection'),
})

export type StoredItem = z.infer<typeof storedItem>

/** The payload's fields under the names this project filters and cites by; what is unknown is kept as it is. */
export function toVectorItem({ id, text, embedding, metadata }: StoredItem): VectorItem {
  const source = objectOf(metadata.source)
  const zotero = objectOf(metadata.zotero)
  const doc = objectOf(metadata.doc)
  const sectionPath = textsOf(doc.section_path) ?? textsOf(metadata.section_path) ?? []
  const section = textOf(doc.section) ?? textOf(metadata.section)
  const title = textOf(metadata.title) ?? textOf(source.title) ?? textOf(zotero.title) ?? id
  const known: Record<string, JsonValue | null> = {
    stored_id: id,
    type: textOf(metadata.type) ?? textOf(zotero.type),
    doc_id: textOf(metadata.doc_id) ?? textOf(doc.doc_id) ?? textOf(doc.id),
    source_path: textOf(metadata.source_path) ?? textOf(source.path),
    citekey: textOf(metadata.citekey) ?? textOf(zotero.citekey),
    authors: textsOf(metadata.authors) ?? textsOf(zotero.authors),
    year: yearOf(metadata.year) ?? yearOf(zotero.year),
    doi: (textOf(metadata.doi) ?? textOf(zotero.doi))?.toLowerCase() ?? null,
    url: textOf(metadata.url) ?? textOf(zotero.url),
    tags: textsOf(metadata.tags) ?? textsOf(zotero.tags),
    collections: textsOf(metadata.collections) ?? textsOf(zotero.collections),
    reference_language: textOf(metadata.language) ?? textOf(zotero.language),
    zotero_item_key: textOf(metadata.zotero_item_key) ?? textOf(zotero.item_key),
    zotero_attachment_key: textOf(metadata.zotero_attachment_key) ?? textOf(zotero.attachment_key),
    annotation: isObject(zotero.annotation) ? zotero.annotation : null,
    payload_version: textOf(metadata.version),
    section,
  }
  return {
    id,
    text,
    vector: Float32Array.from(embedding),
    title,
    pages: pagesOf(metadata, doc),
    sectionPath: sectionPath.length === 0 && section !== null ? [section] : sectionPath,
    metadata: Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)) as JsonObject,
  }
}

export function embedModelOf({ metadata }: StoredItem): string | null {
  return textOf(metadata.embed_model)
}

function pagesOf(metadata: Record<string, unknown>, doc: JsonObject): PageSpan | null {
  const span = Array.isArray(doc.page_span) ? doc.page_span : [metadata.page_start, metadata.page_end]
  const [first, last] = [pageOf(span[0]), pageOf(span[1]) ?? pageOf(span[0])]
  if (first === null || last === null || last < first) return null
  return { first, last, firstLabel: null, lastLabel: null }
}

function pageOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 ? value : null
}

function yearOf(value: unknown): number | null {
  const year = typeof value === 'string' && /^\d{4}$/.test(value) ? Number(value) : value
  return typeof year === 'number' && Number.isInteger(year) ? year : null
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

function textsOf(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null
  return value.filter(entry => typeof entry === 'string')
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
