import type { Converters } from '../ports/converter.ts'
import type { FolderListing, FoundFile, LeftOut } from '../ports/source-reader.ts'

export const emptyReason = 'it is empty'

/** Moves files that no converter reads, and empty ones, to the entries that are left out, with the reason. */
export function sortListing(
  { files, leftOut }: FolderListing,
  { refusal }: Pick<Converters, 'refusal'>,
): FolderListing {
  const read: FoundFile[] = []
  const others: LeftOut[] = []
  for (const file of files) {
    const reason = refusal(file.path) ?? (file.bytes === 0 ? emptyReason : null)
    if (reason === null) read.push(file)
    else others.push({ path: file.path, reason })
  }
  const all = [...leftOut, ...others].sort((one, other) => (one.path < other.path ? -1 : 1))
  return { files: read, leftOut: all }
}

/** How many names a line lists. */
const namedAtOnce = 3

/** One line for each reason: "a.xyz, b.xyz and 4 more were skipped: .xyz is not a supported format." */
export function sayLeftOut(leftOut: readonly LeftOut[], nameOf: (path: string) => string): string[] {
  return [...Map.groupBy(leftOut, ({ reason }) => reason)].map(([reason, entries]) => {
    const names = entries.slice(0, namedAtOnce).map(({ path }) => nameOf(path))
    const more = entries.length - names.length
    const who = more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`
    return `${who} ${entries.length === 1 ? 'was' : 'were'} skipped: ${reason}.`
  })
}
