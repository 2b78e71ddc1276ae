import { relative, sep } from 'node:path'
import type { DocumentSummary } from '../../model/document.ts'
import type { SeenFolder } from '../../ports/folder-memory.ts'
import type { FileReader, FoundFile, Whereabouts } from '../../ports/source-reader.ts'

export type SortedMissing = { gone: DocumentSummary[]; unreachable: DocumentSummary[] }

/**
 * Which documents lost their file, and which only lost sight of it. A drive that is not mounted leaves an empty folder
 * behind: what was on it is unreachable, not gone; and so is all that was in a folder in whose place an empty one lies now. What is there but not shown (hidden, of another format now) is none
 * of our business.
 */
export async function sortMissing(
  missing: readonly DocumentSummary[],
  {
    folder,
    identity,
    found,
    seen,
  }: {
    folder: string
    /** Of the folder itself. */
    identity: string
    found: readonly FoundFile[]
    /** Also when it is of another recipe: where a file lay does not depend on that. */
    seen: SeenFolder | null
  },
  files: Pick<FileReader, 'locate'>,
): Promise<SortedMissing> {
  const isAnother = found.length === 0 && identity !== seen?.identity
  const present = presentDevices(folder, found, seen)
  const folders = new Set(found.flatMap(({ path }) => foldersAbove(path, folder)))
  const sorted: SortedMissing = { gone: [], unreachable: [] }
  for (const document of missing) {
    const where = await files.locate(document.source)
    if (where.state === 'there' && where.kind === 'file') continue
    const device = seen?.files[relative(folder, document.source)]?.device ?? null
    const isGone = !isAnother && isReallyGone(where, device, { present, folders })
    sorted[isGone ? 'gone' : 'unreachable'].push(document)
  }
  return sorted
}

/** File systems that are still there, under the number they had: numbers change when a machine starts anew. */
function presentDevices(
  folder: string,
  found: readonly FoundFile[],
  seen: SeenFolder | null,
): ReadonlySet<string> {
  return new Set(found.flatMap(({ path }) => seen?.files[relative(folder, path)]?.device ?? []))
}

function isReallyGone(
  where: Whereabouts,
  device: string | null,
  { present, folders }: { present: ReadonlySet<string>; folders: ReadonlySet<string> },
): boolean {
  // A folder or a link has taken the place of the file.
  if (where.state === 'there') return true
  if (where.state === 'unknown') return false
  if (device !== null) return where.device === device || present.has(device)
  // Nothing is known of where it lay: an empty folder may be the place of a drive.
  return folders.has(where.nearest)
}

function foldersAbove(path: string, folder: string): string[] {
  const parts = relative(folder, path).split(sep).slice(0, -1)
  return [folder, ...parts.map((_, index) => [folder, ...parts.slice(0, index + 1)].join(sep))]
}
