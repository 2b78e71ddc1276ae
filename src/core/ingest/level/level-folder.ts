import { relative } from 'node:path'
import type { DocumentSummary } from '../../model/document.ts'
import { throwIfAborted } from '../../model/failure.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Parts } from '../parts.ts'
import { ingestOpen } from './ingest-open.ts'
import { type LevelNotes, takeNotes } from './level-notes.ts'
import { documentsOf, type FolderLook, lookAtFolder } from './look-at-folder.ts'
import { rememberFolder } from './remember-folder.ts'
import { settleTwins } from './settle-twins.ts'
import type { FolderParts, LevelContext, LevelReport, LevelRequest } from './types.ts'

/**
 * Brings the index level with a folder: what is new is added, what changed is replaced, what moved keeps its vectors,
 * what is gone is removed. Nothing is opened that has not changed, and nothing is removed whose folder or drive is
 * not there. Afterwards the index holds what a fresh ingest of the folder would give.
 */
export async function levelFolder(
  request: LevelRequest,
  folderParts: FolderParts,
  parts: Parts,
  context: LevelContext,
): Promise<LevelReport> {
  const look = await lookAtFolder(request, folderParts, parts, context.signal)
  const audit = request.isDryRun ? null : context.audit
  const notes = startNotes(look, request, { ...context, audit, clock: parts.clock })
  const work = { look, request, notes }
  const { rest, moved } = await settleTwins(work, folderParts, parts, context.signal)
  await ingestOpen(rest, work, folderParts, parts, { ...context, audit })
  const gone = look.gone.filter(({ id }) => !moved.has(id))
  await removeGone(gone, work, parts, context.signal)
  if (!request.isDryRun) await remember(work, folderParts, parts)
  const leftOut = look.leftOut.map(left => ({ ...left, path: relative(request.folder, left.path) }))
  return { ...notes.report(), leftOut }
}

type Work = { look: FolderLook; request: LevelRequest; notes: LevelNotes }

function startNotes(
  look: FolderLook,
  { folder }: LevelRequest,
  context: LevelContext & { clock: Clock },
): LevelNotes {
  const { files, unchanged, open, gone } = look
  const steps = open.length + gone.length
  const notes = takeNotes({ files: files.length, unchanged: unchanged.length, steps }, context)
  for (const { name, message } of look.resting) notes.resting(name, message)
  for (const { name } of look.fresh) notes.waiting(name)
  for (const { source } of look.unreachable) notes.unreachable(relative(folder, source))
  return notes
}

async function removeGone(
  gone: readonly DocumentSummary[],
  { request, notes }: Work,
  { store }: Parts,
  signal: AbortSignal,
): Promise<void> {
  for (const { id, source } of gone) {
    throwIfAborted(signal)
    if (!request.isDryRun) await store.deleteDocument(id)
    notes.removed(relative(request.folder, source), id)
  }
}

async function remember(
  { look, request, notes }: Work,
  { memory }: FolderParts,
  parts: Parts,
): Promise<void> {
  const { stored, failures: failed } = notes
  const documents = await documentsOf(request, parts)
  const dealt = { stored, failed, documents, now: parts.clock.now() }
  await memory.save(look.collection.name, request.folder, rememberFolder(look, dealt, request))
}
