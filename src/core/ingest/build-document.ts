import type { Collection } from '../model/collection.ts'
import { type Converted, type Document, listingNote } from '../model/document.ts'
import { Failure } from '../model/failure.ts'
import { documentIdOf } from '../model/identity.ts'
import type { JsonObject } from '../model/json.ts'
import type { RawSource } from '../model/source.ts'
import { ownDoi } from '../text/doi.ts'
import { isoOfHttpDate } from '../text/moment.ts'
import { outlineFromHeadings } from '../text/outline.ts'
import type { SourceFingerprint } from './fingerprint-source.ts'
import type { Parts } from './parts.ts'
import type { IngestRequest } from './types.ts'

type Findings = {
  raw: RawSource
  converted: Converted
  fingerprint: SourceFingerprint
  collection: Collection
  request: IngestRequest
}

/** The document as it will be stored: identity, title, language, and the text with its maps. */
export async function buildDocument(findings: Findings, parts: Parts): Promise<Document> {
  const { raw, converted, fingerprint, collection, request } = findings
  requireText(converted.markdown, raw.name)
  return {
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
    metadata: { ...notesOf(converted), ...request.metadata },
    warnings: converted.warnings,
    markdown: converted.markdown,
    pages: converted.pages,
    outline: converted.outline.length > 0 ? converted.outline : outlineFromHeadings(converted.markdown),
  }
}

/** What the source tells of itself. */
function notesOf({ doi, isListing }: Converted): JsonObject {
  return {
    ...(doi === undefined ? {} : { [ownDoi]: doi }),
    ...(isListing === undefined ? {} : { [listingNote]: isListing }),
  }
}

function requireText(markdown: string, name: string): void {
  if (/[\p{L}\p{N}]/u.test(markdown)) return
  throw new Failure('invalid', 'NO_TEXT', `No text could be extracted from "${name}".`, {
    hint: 'The file may be scanned without readable text, password-protected or empty. Pass the text itself with ingest_content.',
  })
}

/** Heard from the text; what a page says of itself is often left over from a template, so it is asked last. */
async function languageOf({ markdown, language }: Converted, { analyzer }: Parts): Promise<string> {
  const heard = await analyzer.detectLanguage(markdown)
  return heard === 'und' ? (language ?? 'und') : heard
}

/** The source's own title, else its first heading, else its name. */
function titleOf(converted: Converted, name: string): string {
  if (converted.title?.trim()) return converted.title.trim()
  const headings = outlineFromHeadings(converted.markdown)
  return (headings.find(entry => entry.level === 1) ?? headings[0])?.title ?? name
}
