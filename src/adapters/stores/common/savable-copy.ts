/** How far a copy in memory has followed its collection. */
export type CopyProgress = {
  /** Version of the collection at the last update; only later removals matter. Null before the first one. */
  seenVersion: number | null
  /** Version up to which documents were added; lower than `seenVersion` while the copy is loading. */
  addedVersion: number
}

/** A copy that can be read block by block. `head` is as it was saved. */
export type StoredCopy = {
  head: Record<string, unknown>
  blocks: number
  /** Reads the next block; throws when the file is not what was saved. */
  readNext(target: Uint8Array): void
  close(): void
}

export type CopyDraft = {
  head: Record<string, unknown>
  blocks: number
  blockAt(number: number): Uint8Array | null
}

/** A copy in memory that can be saved and restored. */
export type SavableCopy = {
  readonly size: number
  /** How many chunks the saved copy has. */
  savedSize: number
  /** The state of now, to be saved. */
  draft(): CopyDraft
  /** Continues an empty copy by the next block of a saved one; false when it is complete. */
  restoreNext(file: StoredCopy): boolean
}
