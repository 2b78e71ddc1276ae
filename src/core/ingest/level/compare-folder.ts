import { relative } from 'node:path'
import type { DocumentSummary } from '../../model/document.ts'
import type { SeenFile, SeenFolder } from '../../ports/folder-memory.ts'
import type { FoundFile } from '../../ports/source-reader.ts'
import type { LevelRequest, OpenFile } from './types.ts'

export type FolderDifference = {
  /** As they were when they were last read. */
  unchanged: FoundFile[]
  /** New, changed, or not known well enough. */
  open: OpenFile[]
  /** Failed before, not changed since, and not to be tried again yet. */
  resting: { name: string; document: DocumentSummary | null; message: string }[]
  /** Written a moment ago. */
  fresh: OpenFile[]
  /** Documents whose file the folder does not show. */
  missing: DocumentSummary[]
}

const firstWaitMs = 5_000
const longestWaitMs = 3_600_000

/** Sets what lies in the folder beside what the index has of it, without opening a file. */
export function compareFolder(
  found: { files: readonly FoundFile[]; documents: readonly DocumentSummary[]; seen: SeenFolder | null },
  request: Pick<LevelRequest, 'folder' | 'settleMs' | 'retry'>,
  now: number,
): FolderDifference {
  const difference: FolderDifference = { unchanged: [], open: [], resting: [], fresh: [], missing: [] }
  const bySource = new Map(found.documents.map(document => [document.source, document]))
  for (const file of found.files) {
    const name = relative(request.folder, file.path)
    const document = bySource.get(file.path) ?? null
    const seen = found.seen?.files[name]
    bySource.delete(file.path)
    const isSame = seen?.stamp === file.stamp
    if (isSame && seen.state === 'stored' && isOf(document, seen)) difference.unchanged.push(file)
    else if (isSame && seen.state === 'failed' && request.retry === 'due' && !isDue(seen, now))
      difference.resting.push({ name, document, message: seen.message })
    else if (isFresh(file, request.settleMs, now)) difference.fresh.push({ file, name, document })
    else difference.open.push({ file, name, document })
  }
  difference.missing.push(...bySource.values())
  return difference
}

function isOf(document: DocumentSummary | null, seen: Extract<SeenFile, { state: 'stored' }>): boolean {
  return document?.contentHash === seen.contentHash && document.fingerprint === seen.fingerprint
}

/** A time in the future is a clock that goes wrong, not a file that is being written. */
function isFresh({ modifiedMs }: FoundFile, settleMs: number, now: number): boolean {
  return now >= modifiedMs && now - modifiedMs < settleMs
}

function isDue({ attempts, lastAt }: Extract<SeenFile, { state: 'failed' }>, now: number): boolean {
  const waitMs = Math.min(longestWaitMs, firstWaitMs * 4 ** (attempts - 1))
  return now - Date.parse(lastAt) >= waitMs
}
