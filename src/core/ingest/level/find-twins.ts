import { basename, relative } from 'node:path'
import type { DocumentSummary } from '../../model/document.ts'
import type { FolderLook } from './look-at-folder.ts'
import type { OpenFile } from './types.ts'

/** Documents of the folder by what they were made of, so that a file that moved is recognised. */
export type Twins = {
  /** Whether a file of this size could hold the bytes of some document: only then is it worth comparing. */
  mayHave(open: OpenFile): boolean
  /** The best document of the same bytes made in the same way, those whose file is gone first. */
  find(made: { contentHash: string; fingerprint: string }, open: OpenFile): DocumentSummary | null
  isGone(document: DocumentSummary): boolean
  replace(old: DocumentSummary, by: DocumentSummary): void
}

export function findTwins({ documents, gone, seen }: FolderLook, folder: string): Twins {
  const byContent = Map.groupBy(documents, ({ contentHash }) => contentHash)
  const lost = new Set(gone.map(({ id }) => id))
  const sizes = Map.groupBy(documents, ({ source }) => {
    const known = seen?.files[relative(folder, source)]
    return known?.state === 'stored' ? known.bytes : null
  })
  return {
    mayHave({ file, document }) {
      const fitting = [...(sizes.get(file.bytes) ?? []), ...(sizes.get(null) ?? [])]
      return fitting.length > (document !== null && fitting.includes(document) ? 1 : 0)
    },
    find({ contentHash, fingerprint }, { file }) {
      const twins = (byContent.get(contentHash) ?? []).filter(
        twin => twin.fingerprint === fingerprint && twin.source !== file.path,
      )
      const rank = (twin: DocumentSummary) =>
        (lost.has(twin.id) ? 0 : 2) + (basename(twin.source) === basename(file.path) ? 0 : 1)
      return (
        twins.sort((one, other) => rank(one) - rank(other) || (one.source < other.source ? -1 : 1))[0] ?? null
      )
    },
    isGone: ({ id }) => lost.has(id),
    replace(old, by) {
      const rest = (byContent.get(old.contentHash) ?? []).filter(({ id }) => id !== old.id)
      byContent.set(old.contentHash, [...rest, by])
    },
  }
}
