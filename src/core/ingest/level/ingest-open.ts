import { Failure } from '../../model/failure.ts'
import type { RawSource } from '../../model/source.ts'
import type { AuditRun } from '../../ports/audit-trail.ts'
import type { FileReader, FoundFile } from '../../ports/source-reader.ts'
import { auditItems } from '../audit-items.ts'
import { type IngestItem, type ItemOutcome, ingestMany } from '../ingest-many.ts'
import type { Parts } from '../ingest-request.ts'
import type { LevelNotes } from './level-notes.ts'
import type { FolderParts, LevelRequest, OpenFile } from './level-request.ts'

const outcomes = { created: 'added', replaced: 'changed' } as const

type OpenWork = {
  open: readonly OpenFile[]
  request: LevelRequest
  notes: LevelNotes
  audit: AuditRun | null
}

/** Ingests files as they are now. A document keeps its metadata; when ingesting fails, it keeps its old version. */
export async function ingestOpen(
  { open, request, notes, audit }: OpenWork,
  { files, ...parts }: Parts & Pick<FolderParts, 'files'>,
  signal: AbortSignal,
): Promise<void> {
  const plain = open.map(({ file, name, document }) => ({
    name,
    request: {
      collection: request.collection,
      metadata: { ...document?.metadata, ...request.metadata },
      options: { password: null, ocrLanguages: request.ocrLanguages },
      ...(request.vectors === undefined ? {} : { vectors: request.vectors }),
      read: (until: AbortSignal) => readSteadily(file, { files, roots: request.roots }, until),
    },
  }))
  const { items, onOutcome } = audited(plain, audit)
  const stopTicking = notes.tick()
  await ingestMany(items, parts, {
    signal,
    progress: () => {},
    concurrency: request.concurrency,
    onStep: notes.underWay,
    onOutcome(outcome) {
      // Files that an aborted walk did not finish have no outcome.
      if (!outcome.ok && signal.aborted) return
      take(outcome, notes)
      onOutcome(outcome)
    },
  }).finally(stopTicking)
}

function audited(items: readonly IngestItem[], audit: AuditRun | null) {
  return audit === null ? { items, onOutcome: () => {} } : auditItems(items, audit)
}

function take(outcome: ItemOutcome, notes: LevelNotes): void {
  const { name } = outcome
  if (!outcome.ok && isPassing(outcome.failure)) notes.waiting(name)
  else if (!outcome.ok && outcome.failure.code === 'EMPTY_SOURCE') notes.empty(name)
  else if (!outcome.ok) notes.failed(name, outcome.failure)
  else if (outcome.report.outcome === 'skipped') notes.unchanged(name, outcome.report.documentId)
  else
    notes.written(name, outcomes[outcome.report.outcome], {
      documentId: outcome.report.documentId,
      chunks: outcome.report.chunksWritten,
      pages: outcome.report.pagesRead,
      message: outcome.report.warnings.length === 0 ? null : outcome.report.warnings.join(' '),
    })
}

/** Reads a file that was listed. Throws STILL_CHANGING when its size has changed since: it may be half-written. */
export async function readSteadily(
  file: FoundFile,
  { files, roots }: { files: FileReader; roots: readonly string[] | null },
  signal: AbortSignal,
): Promise<RawSource> {
  const raw = await files.read(file.path, roots, signal)
  if (raw.bytes.byteLength === file.bytes) return raw
  throw new Failure('conflict', 'STILL_CHANGING', `${raw.name} is being written right now.`, {
    hint: 'Try again when it is complete.',
  })
}

/** Whether the failure only means that the file is changing right now; a later sync can read it. */
export function isPassing({ code }: Failure): boolean {
  return code === 'STILL_CHANGING' || code === 'SOURCE_NOT_FOUND' || code === 'DOCUMENT_SUPERSEDED'
}
