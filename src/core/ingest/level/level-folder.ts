import { relative } from 'node:path'
import type { DocumentSummary } from '../../model/document.ts'
import { throwIfAborted } from '../../model/failure.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SeenFile, SeenFolder } from '../../ports/folders.ts'
import type { FoundFile } from '../../ports/source-reader.ts'
import type { Parts } from '../ingest-request.ts'
import { ingestOpen } from './ingest-open.ts'
import { type LevelNotes, takeNotes } from './level-notes.ts'
import type { FolderParts, LevelContext, LevelReport, LevelRequest } from './level-request.ts'
import { documentsOf, type FolderLook, lookAtFolder } from './look-at-folder.ts'
import { settleTwins } from './settle-twins.ts'

/**
 * Synchronizes a collection with a folder: new files are added, changed files replaced, moved files keep their vectors,
 * documents of deleted files are removed. Unchanged files are not opened, and no document is removed while the folder
 * or drive of its file is missing. Afterwards the collection equals a fresh ingest of the folder.
 */
export async function levelFolder(
  request: LevelRequest,
  parts: Parts & FolderParts,
  context: LevelContext,
): Promise<LevelReport> {
  const look = await lookAtFolder(request, parts, context.signal)
  const audit = request.isDryRun ? null : context.audit
  const notes = startNotes(look, request, { ...context, audit, clock: parts.clock })
  const work = { look, request, notes }
  const { rest, moved } = await settleTwins(work, parts, context.signal)
  await ingestOpen({ open: rest, request, notes, audit }, parts, context.signal)
  const gone = look.gone.filter(({ id }) => !moved.has(id))
  await removeGone(gone, { ...work, store: parts.store }, context.signal)
  if (!request.isDryRun) await remember(work, parts)
  const leftOut = look.leftOut.map(left => ({ ...left, path: relative(request.folder, left.path) }))
  const report = notes.report()
  return { ...report, leftOut: [...leftOut, ...report.leftOut] }
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
  { request, notes, store }: Work & Pick<Parts, 'store'>,
  signal: AbortSignal,
): Promise<void> {
  for (const { id, source } of gone) {
    throwIfAborted(signal)
    if (!request.isDryRun) await store.deleteDocument(id)
    notes.removed(relative(request.folder, source), id)
  }
}

async function remember({ look, request, notes }: Work, parts: Parts & FolderParts): Promise<void> {
  const { stored, failures: failed } = notes
  const documents = await documentsOf(request, parts)
  const dealt = { stored, failed, documents, now: parts.clock.now() }
  await parts.memory.save(look.collection.name, request.folder, rememberFolder(look, dealt, request))
}

type Dealt = {
  /** Files that were read and are in the store now: path below the folder → id of the document. */
  stored: ReadonlyMap<string, string>
  /** Files that failed: path below the folder → why. */
  failed: ReadonlyMap<string, string>
  /** The documents of the folder as the store has them now. */
  documents: readonly DocumentSummary[]
  now: string
}

/** The coarsest time resolution of a file system in use is two seconds. */
const clockMs = 2_000

/** A stamp that no file has: the rest of the entry stays, but the file is read again. */
const noStamp = ''

/** What the next sync may rely on: files that were read now, and earlier entries that are still true. */
function rememberFolder(
  look: FolderLook,
  { stored, failed, documents, now }: Dealt,
  { folder, recursive }: { folder: string; recursive: boolean },
): SeenFolder {
  const byId = new Map(documents.map(document => [document.id, document]))
  // Without a prototype: a file may be called __proto__.
  const files: Record<string, SeenFile> = Object.create(null)
  const keep = (name: string, seen: SeenFile | undefined) => {
    if (seen !== undefined) files[name] = seen
  }
  for (const file of look.files) {
    const name = relative(folder, file.path)
    const before = look.seen?.files[name]
    const message = failed.get(name)
    const id = stored.get(name)
    if (message !== undefined) files[name] = failure(file, before, { message, lastAt: now })
    else if (id === undefined) keep(name, before)
    else keep(name, success(file, byId.get(id), look.at))
  }
  for (const { source } of look.unreachable) {
    const name = relative(folder, source)
    const before = look.remembered?.files[name]
    keep(name, before && { ...before, stamp: noStamp })
  }
  return { recipe: look.recipe, recursive, identity: identityOf(look), files }
}

/** An empty folder in the place of the remembered one keeps the remembered identity. */
function identityOf({ files, unreachable, remembered, identity }: FolderLook): string {
  const isAway = files.length === 0 && unreachable.length > 0
  return isAway ? (remembered?.identity ?? '') : identity
}

function failure(
  { stamp, device }: FoundFile,
  before: SeenFile | undefined,
  { message, lastAt }: { message: string; lastAt: string },
): SeenFile {
  const attempts = before?.state === 'failed' && before.stamp === stamp ? before.attempts + 1 : 1
  return { state: 'failed', stamp, device, message, attempts, lastAt }
}

/**
 * A file that was written within the clock's resolution before it was listed could be written again with the same
 * stamp, so its stamp is not kept. Undefined when the document was replaced or deleted by another process.
 */
function success(
  { stamp, bytes, device, modifiedMs }: FoundFile,
  document: DocumentSummary | undefined,
  at: number,
): SeenFile | undefined {
  if (document === undefined) return undefined
  const isSettled = modifiedMs > at || at - modifiedMs >= clockMs
  const { contentHash, fingerprint } = document
  return {
    state: 'stored',
    stamp: isSettled ? stamp : noStamp,
    bytes,
    device,
    contentHash,
    fingerprint,
  }
}
