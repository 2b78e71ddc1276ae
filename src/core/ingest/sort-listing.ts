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

/** More files with one reason are one line. */
const namedAtMost = 3

/** Lines for a report: "a.xyz was skipped: …", "a.xyz, b.xyz, c.xyz and 4 more were skipped: …". */
export function sayLeftOut(leftOut: readonly LeftOut[], nameOf: (path: string) => string): string[] {
  return [...Map.groupBy(leftOut, ({ reason }) => reason)].flatMap(([reason, entries]) => {
    const names = entries.slice(0, namedAtMost).map(({ path }) => nameOf(path))
    const more = entries.length - names.length
    return more === 0
      ? names.map(name => `${name} was skipped: ${reason}.`)
      : [`${names.join(', ')} and ${more} more were skipped: ${reason}.`]
  })
}
