import type { Document } from '../../../core/model/document.ts'

/** The columns that describe a document, in the order in which both stores insert them. */
export function documentValues(document: Document): (string | null)[] {
  return [
    document.id,
    document.source,
    document.title,
    document.fileType,
    document.lastModified,
    document.contentHash,
    document.fingerprint,
    document.createdAt,
    document.language,
    JSON.stringify(document.metadata),
    JSON.stringify(document.warnings),
    document.pageLabelSource,
    document.corrected === undefined ? null : JSON.stringify(document.corrected),
  ]
}
