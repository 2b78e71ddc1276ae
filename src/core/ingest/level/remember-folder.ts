import { relative } from 'node:path'
import type { DocumentSummary } from '../../model/document.ts'
import type { SeenFile, SeenFolder } from '../../ports/folder-memory.ts'
import type { FoundFile } from '../../ports/source-reader.ts'
import type { FolderLook } from './look-at-folder.ts'

export type Dealt = {
  /** Files that were read and are in the store now: path below the folder → id of the document. */
  stored: ReadonlyMap<string, string>
  /** Files that failed: path below the folder → why. */
  failed: ReadonlyMap<string, string>
  /** The documents of the folder as the store has them now. */
  documents: readonly DocumentSummary[]
  now: string
}

/** The coarsest clock of a file system that is still in use counts two seconds. */
const clockMs = 2_000

/** A stamp that no file has: what is known of it is kept, but it is read again. */
const noStamp = ''

/** What the next look may rely on: files that were really read, and what is still true of the others. */
export function rememberFolder(
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
    if (message !== undefined) files[name] = failure(file, before, message, now)
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

/** A folder that lies empty in the place of another one is not taken for it. */
function identityOf({ files, unreachable, remembered, identity }: FolderLook): string {
  const isAway = files.length === 0 && unreachable.length > 0
  return isAway ? (remembered?.identity ?? '') : identity
}

function failure(
  { stamp, device }: FoundFile,
  before: SeenFile | undefined,
  message: string,
  lastAt: string,
): SeenFile {
  const attempts = before?.state === 'failed' && before.stamp === stamp ? before.attempts + 1 : 1
  return { state: 'failed', stamp, device, message, attempts, lastAt }
}

/**
 * A file that was written less than a tick of its clock before it was looked at could have been written again without
 * a trace. What was replaced meanwhile by someone else is not what was read.
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
