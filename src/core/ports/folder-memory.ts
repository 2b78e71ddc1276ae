/** What was seen of a file when it was last dealt with. */
export type SeenFile =
  | {
      state: 'stored'
      /** As `FoundFile` had them. */
      stamp: string
      bytes: number
      device: string
      /** Of the document that was made of it. */
      contentHash: string
      fingerprint: string
    }
  | {
      state: 'failed'
      stamp: string
      device: string
      message: string
      attempts: number
      /** ISO 8601. */
      lastAt: string
    }

export type SeenFolder = {
  /** Everything but the files that decides what is made of them: with another one, nothing seen counts. */
  recipe: string
  recursive: boolean
  /** Tells the folder from another one that has taken its place. */
  identity: string
  /** By path below the folder. */
  files: Readonly<Record<string, SeenFile>>
}

/**
 * Remembers the files of folders as this machine saw them, so that a file need not be opened to know that it has not
 * changed. It is a memory and not the truth: the store knows which documents there are. Losing it costs reading the
 * files once more, and nothing else. What another machine saw (a home on a shared drive, a copied home) is not given.
 */
export interface FolderMemory {
  load(collection: string, folder: string): Promise<SeenFolder | null>
  /** A memory that cannot be written is given up silently. */
  save(collection: string, folder: string, seen: SeenFolder): Promise<void>
  /** Folders that were brought into this collection, in order of path. */
  list(collection: string): Promise<{ folder: string; recursive: boolean }[]>
}
