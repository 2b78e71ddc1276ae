import { isDeepStrictEqual } from 'node:util'
import { type Document, type DocumentSummary, listingNote } from '../model/document.ts'
import type { JsonObject } from '../model/json.ts'
import { ownDoi } from '../text/doi.ts'
import type { Parts } from './parts.ts'
import type { IngestRequest } from './types.ts'

/** The document with the title and metadata that its text led to. */
export async function describeDocument(document: Document, { describe }: IngestRequest): Promise<Document> {
  if (describe === undefined) return document
  const { title, metadata, warnings, pages = document.pages } = await describe(document)
  const kept = { ...notesOf(document), ...metadata }
  return { ...document, title, metadata: kept, pages, warnings: [...document.warnings, ...warnings] }
}

/**
 * A source may be unchanged while what is known about it has changed: its metadata is brought up to date without
 * reading it again. Answers with the warnings that hold now.
 */
export async function refreshDescription(
  existing: DocumentSummary,
  request: IngestRequest,
  { store }: Parts,
): Promise<string[]> {
  if (request.describe === undefined) return existing.warnings
  const document = await store.readDocument(existing.id)
  if (document === null) return existing.warnings
  const notes = notesOf(document)
  const described = await request.describe({ ...document, metadata: { ...notes, ...request.metadata } })
  const { title, warnings } = described
  const metadata = { ...notes, ...described.metadata }
  const isSame = title === existing.title && isDeepStrictEqual(metadata, existing.metadata)
  if (!isSame) await store.describeDocument(existing.id, { title, metadata })
  return [...new Set([...existing.warnings, ...warnings])]
}

/** What the source declared of itself, which is known only when it is read. */
function notesOf({ metadata }: Document): JsonObject {
  const notes = [ownDoi, listingNote].flatMap(name => {
    const value = metadata[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(notes)
}
