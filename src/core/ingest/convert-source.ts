import { isDeepStrictEqual } from 'node:util'
import { attachedNote, attachedTo, attachmentsNote } from '../model/attached.ts'
import type { Collection } from '../model/collection.ts'
import { splitCorrection } from '../model/correction.ts'
import {
  type Converted,
  type Document,
  type DocumentSummary,
  declaredNote,
  listingNote,
} from '../model/document.ts'
import { Failure } from '../model/failure.ts'
import { documentIdOf } from '../model/identity.ts'
import type { JsonObject } from '../model/json.ts'
import type { PageLabelSource } from '../model/page-label.ts'
import type { ReportProgress } from '../model/progress.ts'
import type { RawSource } from '../model/source.ts'
import { countWords } from '../text/count-words.ts'
import { ownDoi } from '../text/doi.ts'
import { isoOfHttpDate } from '../text/moment.ts'
import { nulReplacement, replaceNul, unitSeparator } from '../text/nul.ts'
import { outlineFromHeadings } from '../text/outline.ts'
import { languageOf } from './choose-language.ts'
import type { SourceFingerprint } from './compare-source.ts'
import type { AttachedReport, IngestRequest, Parts } from './ingest-request.ts'
import { storableDocument } from './storable-document.ts'

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

/** Throws NO_TEXT when the source has fewer words than the request needs. */
export function requireWords({ markdown }: Converted, { minWords = 0 }: IngestRequest, raw: RawSource): void {
  if (minWords > 0 && countWords(markdown) < minWords)
    throw new Failure('invalid', 'NO_TEXT', `"${raw.name}" has fewer than ${minWords} words.`)
}

type Findings = {
  raw: RawSource
  converted: Converted
  /** What became of its attachments. */
  attached: AttachedReport
  fingerprint: SourceFingerprint
  collection: Collection
  request: IngestRequest
}

/** The document as it will be stored: identity, title, language, text with its page map and outline. */
export async function buildDocument(findings: Findings, parts: Parts): Promise<Document> {
  const { raw, converted, attached, fingerprint, collection, request } = findings
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
    language: await languageOf(
      { markdown: converted.markdown, declared: converted.language ?? null, collection: collection.name },
      parts,
    ),
    metadata: describedMetadata(converted, request.metadata, attached),
    warnings: [...converted.warnings, ...attached.warnings],
    pageLabelSource: converted.pageLabelSource ?? sourceOfLabels(converted.pages),
    markdown: converted.markdown,
    pages: converted.pages,
    outline: converted.outline.length > 0 ? converted.outline : outlineFromHeadings(converted.markdown),
  }
  return storableDocument(await describeDocument(document, request))
}

/** Only formats that declare labels have them, unless the converter says otherwise. */
function sourceOfLabels(pages: Converted['pages']): PageLabelSource {
  return pages.some(page => page.label !== null) ? 'embedded' : 'none'
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
 * The caller's metadata over what the source declares. The caller may pass on the metadata of an earlier version: what
 * that version declared is left out.
 */
function describedMetadata(
  { doi, isListing, metadata = {} }: Converted,
  given: JsonObject,
  { stored }: AttachedReport,
): JsonObject {
  const earlier = new Set<unknown>([...declaredKeys(given), ...notes])
  const caller = Object.fromEntries(Object.entries(given).filter(([key]) => !earlier.has(key)))
  const declared = Object.entries(metadata).filter(([key]) => !Object.hasOwn(caller, key))
  return {
    ...(doi === undefined ? {} : { [ownDoi]: doi }),
    ...(isListing === undefined ? {} : { [listingNote]: isListing }),
    ...(declared.length === 0 ? {} : { [declaredNote]: declared.map(([key]) => key) }),
    ...(stored.length === 0 ? {} : { [attachmentsNote]: stored.length }),
    ...Object.fromEntries(declared),
    ...caller,
  }
}

/** Internal keys that only converting the source can set. */
const notes = [ownDoi, listingNote, declaredNote, attachmentsNote]

function declaredKeys(metadata: JsonObject): string[] {
  const keys = metadata[declaredNote]
  return Array.isArray(keys) ? keys.filter(key => typeof key === 'string') : []
}

/** Adds the title and metadata that the request derives from the text. */
async function describeDocument(document: Document, { describe }: IngestRequest): Promise<Document> {
  if (describe === undefined) return document
  const { title, metadata, warnings, labels } = await describe(document)
  const kept = { ...storedNotes(document), ...metadata }
  return {
    ...document,
    title,
    metadata: kept,
    ...(labels === undefined ? {} : { pages: labels.pages, pageLabelSource: labels.source }),
    warnings: [...document.warnings, ...warnings],
  }
}

/**
 * Updates title, metadata and page labels of a document whose source has not changed, without converting it again.
 * Returns the warnings that apply now.
 */
export async function refreshDescription(
  existing: DocumentSummary,
  request: IngestRequest,
  { store }: Parts,
): Promise<string[]> {
  if (request.describe === undefined) return existing.warnings
  const stored = await store.readDocument(existing.id)
  if (stored === null) return existing.warnings
  const { document } = splitCorrection(stored)
  const notes = storedNotes(document)
  const described = await request.describe({ ...document, metadata: { ...notes, ...request.metadata } })
  const { title, warnings, labels } = described
  const metadata = { ...notes, ...described.metadata }
  const isRelabelled = labels !== undefined && !isDeepStrictEqual(labels.pages, document.pages)
  const isSame = title === document.title && isDeepStrictEqual(metadata, existing.metadata) && !isRelabelled
  if (!isSame)
    await store.describeDocument(existing.id, {
      title: replaceNul(title, nulReplacement),
      metadata: replaceNul(metadata, unitSeparator),
      ...(labels === undefined ? {} : { labels }),
    })
  return [...new Set([...existing.warnings, ...warnings])]
}

/** The metadata that only converting the source can produce. */
export function storedNotes({ metadata }: Pick<Document, 'metadata'>): JsonObject {
  const kept = [...notes, attachedNote, attachedTo, ...declaredKeys(metadata)].flatMap(name => {
    const value = metadata[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(kept)
}
