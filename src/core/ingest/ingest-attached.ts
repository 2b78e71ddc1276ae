import {
  type AttachedFile,
  allAttached,
  attachedFilter,
  attachedNote,
  attachedSource,
  attachedTo,
  hasAttachments,
  ownerOf,
} from '../model/attached.ts'
import type { Converted, DocumentSummary } from '../model/document.ts'
import { Failure, throwIfAborted } from '../model/failure.ts'
import type { ReportProgress } from '../model/progress.ts'
import type { RawSource } from '../model/source.ts'
import type {
  AttachedDocument,
  AttachedReport,
  IngestReport,
  IngestRequest,
  Parts,
} from './ingest-request.ts'

type Container = { raw: RawSource; converted: Converted; request: IngestRequest }

/** A mail attached to a mail is read, down to this depth. */
const maxDepth = 5
const maxFiles = 500
const maxWarnings = 20

/** A picture that the text shows is stored only with as many words: a logo or an icon has fewer. */
const wordsOfPicture = 8

/**
 * Ingests the files inside a source as documents of their own. A file that cannot be read does not stop the others; the
 * report lists it.
 */
export async function ingestAttached(
  { raw, converted: { attachments: files = [] }, request }: Container,
  ingest: (request: IngestRequest) => Promise<IngestReport>,
  { signal, progress }: { signal: AbortSignal; progress: ReportProgress },
): Promise<AttachedReport> {
  const report: AttachedReport = { stored: [], warnings: [] }
  if (files.length > 0 && (request.depth ?? 0) >= maxDepth)
    return { stored: [], warnings: [`Its attachments were skipped: mails are nested ${maxDepth} deep.`] }
  for (const [index, file] of files.slice(0, maxFiles).entries()) {
    throwIfAborted(signal)
    progress({ done: index, total: files.length, message: file.name })
    try {
      report.stored.push(...storedFor(file, await ingest(requestFor(file, raw, request))))
    } catch (error) {
      throwIfAborted(signal)
      if (!isAboutFile(error)) throw error
      if (!file.isShown) report.warnings.push(`${file.name} was skipped: ${error.message}`)
    }
  }
  if (files.length > maxFiles)
    report.warnings.push(`Only the first ${maxFiles} of ${files.length} attachments were read.`)
  return { ...report, warnings: report.warnings.slice(0, maxWarnings) }
}

/** The functions and the id of the request belong to the source itself. */
function requestFor(file: AttachedFile, owner: RawSource, request: IngestRequest): IngestRequest {
  const { id, fallback, onStep, minWords, ...rest } = request
  const raw = {
    source: attachedSource(owner.source, file.name),
    name: file.name.split('/').at(-1) ?? file.name,
    bytes: file.bytes,
    mediaType: file.mediaType,
    charset: null,
    lastModified: owner.lastModified,
    fileType: null,
  }
  return {
    ...rest,
    read: async () => raw,
    metadata: { ...request.metadata, [attachedTo]: owner.source, [attachedNote]: owner.source },
    depth: (request.depth ?? 0) + 1,
    ...(file.isShown ? { minWords: wordsOfPicture } : {}),
  }
}

/** The document of the file, and those of the files inside it. */
function storedFor({ name }: AttachedFile, report: IngestReport): AttachedDocument[] {
  const inner = report.attachments.map(file => ({ ...file, name: attachedSource(name, file.name) }))
  const chunksWritten = inner.reduce((left, file) => left - file.chunksWritten, report.chunksWritten)
  const pending = inner.reduce((left, file) => left - file.pending, report.pending)
  return [{ name, documentId: report.documentId, chunksWritten, pending }, ...inner]
}

/** Whether the file is the problem; otherwise the walk cannot go on. */
function isAboutFile(error: unknown): error is Failure {
  const kinds = ['invalid', 'unsupported', 'unavailable', 'too_large', 'forbidden']
  return error instanceof Failure && kinds.includes(error.kind)
}

/** Deletes the documents of attachments that the new version of a source no longer has. */
export async function forgetDetached(
  before: DocumentSummary,
  { attachments = [] }: Converted,
  { store }: Pick<Parts, 'store'>,
): Promise<void> {
  if (!hasAttachments(before)) return
  const kept = attachments.map(({ name }) => attachedSource(before.source, name))
  const stored = await store.findDocuments(before.collection, attachedFilter(before.source), allAttached)
  for (const document of stored) {
    const isKept = kept.some(
      source => document.source === source || document.source.startsWith(attachedSource(source, '')),
    )
    if (ownerOf(document) !== null && !isKept) await store.deleteDocument(document.id)
  }
}
