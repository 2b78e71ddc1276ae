import { isDeepStrictEqual } from 'node:util'
import type { Collection } from '../model/collection.ts'
import { type Converted, type Document, type DocumentSummary, listingNote } from '../model/document.ts'
import { Failure } from '../model/failure.ts'
import { documentIdOf } from '../model/identity.ts'
import type { JsonObject } from '../model/json.ts'
import type { ReportProgress } from '../model/progress.ts'
import type { RawSource } from '../model/source.ts'
import { ownDoi } from '../text/doi.ts'
import { isoOfHttpDate } from '../text/moment.ts'
import { outlineFromHeadings } from '../text/outline.ts'
import type { SourceFingerprint } from './compare-source.ts'
import type { IngestRequest, Parts } from './ingest-request.ts'

/**
 * Converts the source to Markdown. When the source has no text, the request's fallback text is used if there is one.
 */
export async function convertSource(
  { raw, request }: { raw: RawSource; request: IngestRequest },
  parts: Parts,
  context: { signal: AbortSignal; progress: ReportProgress },
): Promise<Converted> {
  const { options, fallback, isVerbatim } = request
  if (isVerbatim) return unconverted(raw)
  try {
    return await parts.converters.convert(raw, options, context)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'NO_TEXT' || fallback === undefined) throw error
    const markdown = await fallback(context.signal)
    if (markdown === null) throw error
    const { format } = await parts.converters.identify(raw)
    return { markdown, title: null, fileType: format, pages: [], outline: [], warnings: [withoutPages] }
  }
}

function unconverted(raw: RawSource): Converted {
  const markdown = new TextDecoder('utf-8', { ignoreBOM: true }).decode(raw.bytes)
  return { markdown, title: null, fileType: 'txt', pages: [], outline: [], warnings: [] }
}

const withoutPages =
  'The file itself has no readable text; its text comes from the reference manager, without page numbers.'

type Findings = {
  raw: RawSource
  converted: Converted
  fingerprint: SourceFingerprint
  collection: Collection
  request: IngestRequest
}

/** The document as it will be stored: identity, title, language, text with its page map and outline. */
export async function buildDocument(findings: Findings, parts: Parts): Promise<Document> {
  const { raw, converted, fingerprint, collection, request } = findings
  requireText(converted.markdown, raw.name)
  const document = {
    id: request.id ?? documentIdOf(collection.name, raw.source, fingerprint.fingerprint),
    collection: collection.name,
    source: raw.source,
    title: titleOf(converted, raw.name),
    fileType: raw.fileType ?? converted.fileType,
    lastModified: raw.lastModified === null ? null : isoOfHttpDate(raw.lastModified),
    contentHash: fingerprint.contentHash,
    fingerprint: fingerprint.fingerprint,
    createdAt: parts.clock.now(),
    language: await languageOf(converted, parts),
    metadata: { ...declaredNotes(converted), ...request.metadata },
    warnings: converted.warnings,
    markdown: converted.markdown,
    pages: converted.pages,
    outline: converted.outline.length > 0 ? converted.outline : outlineFromHeadings(converted.markdown),
  }
  return describeDocument(document, request)
}

function requireText(markdown: string, name: string): void {
  if (/[\p{L}\p{N}]/u.test(markdown)) return
  throw new Failure('invalid', 'NO_TEXT', `No text could be extracted from "${name}".`, {
    hint: 'The file may be scanned without readable text, password-protected or empty. Pass the text itself with ingest_content.',
  })
}

/** The source's own title, else its first heading, else its name. */
export function titleOf(converted: Converted, name: string): string {
  if (converted.title?.trim()) return converted.title.trim()
  const headings = outlineFromHeadings(converted.markdown)
  return (headings.find(entry => entry.level === 1) ?? headings[0])?.title ?? name
}

/**
 * Detected from the text. The declared language is used only when detection fails: templates often declare a wrong one.
 */
async function languageOf({ markdown, language }: Converted, { analyzer }: Parts): Promise<string> {
  const detected = await analyzer.detectLanguage(markdown)
  return detected === 'und' ? (language ?? 'und') : detected
}

/** What the source declares about itself, as internal metadata. */
function declaredNotes({ doi, isListing }: Converted): JsonObject {
  return {
    ...(doi === undefined ? {} : { [ownDoi]: doi }),
    ...(isListing === undefined ? {} : { [listingNote]: isListing }),
  }
}

/** Adds the title and metadata that the request derives from the text. */
async function describeDocument(document: Document, { describe }: IngestRequest): Promise<Document> {
  if (describe === undefined) return document
  const { title, metadata, warnings, pages = document.pages } = await describe(document)
  const kept = { ...storedNotes(document), ...metadata }
  return { ...document, title, metadata: kept, pages, warnings: [...document.warnings, ...warnings] }
}

/**
 * Updates title and metadata of a document whose source has not changed, without converting it again. Returns the
 * warnings that apply now.
 */
export async function refreshDescription(
  existing: DocumentSummary,
  request: IngestRequest,
  { store }: Parts,
): Promise<string[]> {
  if (request.describe === undefined) return existing.warnings
  const document = await store.readDocument(existing.id)
  if (document === null) return existing.warnings
  const notes = storedNotes(document)
  const described = await request.describe({ ...document, metadata: { ...notes, ...request.metadata } })
  const { title, warnings } = described
  const metadata = { ...notes, ...described.metadata }
  const isSame = title === existing.title && isDeepStrictEqual(metadata, existing.metadata)
  if (!isSame) await store.describeDocument(existing.id, { title, metadata })
  return [...new Set([...existing.warnings, ...warnings])]
}

/** The internal metadata that only converting the source can produce. */
function storedNotes({ metadata }: Document): JsonObject {
  const notes = [ownDoi, listingNote].flatMap(name => {
    const value = metadata[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(notes)
}
