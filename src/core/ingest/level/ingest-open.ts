import { Failure } from '../../model/failure.ts'
import type { RawSource } from '../../model/source.ts'
import type { AuditRun } from '../../ports/audit-trail.ts'
import type { FileReader, FoundFile } from '../../ports/source-reader.ts'
import { auditItems } from '../audit-items.ts'
import { type IngestItem, type ItemOutcome, ingestMany } from '../ingest-many.ts'
import type { Parts } from '../ingest-request.ts'
import type { LevelNotes } from './level-notes.ts'
import type { FolderParts, LevelContext, LevelRequest, OpenFile } from './level-request.ts'

const outcomes = { created: 'added', replaced: 'changed' } as const

/** Ingests files as they are now. A document keeps the metadata it was given, and its old version where that fails. */
export async function ingestOpen(
  open: readonly OpenFile[],
  { request, notes }: { request: LevelRequest; notes: LevelNotes },
  { files }: FolderParts,
  parts: Parts,
  { signal, audit }: LevelContext,
): Promise<void> {
  const plain = open.map(({ file, name, document }) => ({
    name,
    request: {
      collection: request.collection,
      metadata: { ...document?.metadata, ...request.metadata },
      options: { password: null, ocrLanguages: request.ocrLanguages },
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
      // What an aborted walk left undone has no outcome yet.
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

/** The file as it was found, or STILL_CHANGING when it has grown or shrunk since: half a file is not taken for one. */
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

/** Whether a failure only says that a file is not at rest; a later look will find it so. */
export function isPassing({ code }: Failure): boolean {
  return code === 'STILL_CHANGING' || code === 'SOURCE_NOT_FOUND' || code === 'DOCUMENT_SUPERSEDED'
}
