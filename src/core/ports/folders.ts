/** Something in a folder, as it lies there: links are named, never followed. */
export type FolderEntry = {
  name: string
  kind: 'file' | 'directory' | 'link' | 'other'
  /** Of a regular file. */
  bytes: number | null
}

type FolderPage = { path: string; entries: FolderEntry[]; total: number }

/** Looks into folders and files for a caller, inside the roots that caller is confined to. */
export interface FolderReader {
  /**
   * What lies directly in a folder, in order of name, as much of it as the page says. What is outside `roots` once
   * links are followed is refused with `FORBIDDEN_PATH`, in the same words whether it exists or not; a file is refused
   * with `NOT_A_FOLDER`.
   */
  list(
    path: string,
    roots: readonly string[],
    page: { limit: number; offset: number },
    signal: AbortSignal,
  ): Promise<FolderPage>
  /** The bytes of one regular file, confined likewise; a folder is refused with `NOT_A_FILE`. */
  read(
    path: string,
    roots: readonly string[],
    signal: AbortSignal,
  ): Promise<{ path: string; bytes: Uint8Array }>
}

export type FolderListener = {
  /** Something below the folder was made, written, moved or removed; sometimes called without cause. */
  onChange(): void
  /** Watching does not cover everything (any more), in a sentence for people. */
  onTrouble(message: string): void
}

/**
 * Rings a bell when something happens below a folder. It says that, not what: whoever hears it looks. Changes may be
 * missed (no system promises them all), so a caller also looks from time to time without being called.
 */
export interface FolderWatcher {
  /**
   * Resolves when watching has begun: what happens from then on is heard. A folder that is not there is trouble, not
   * a failure. Hidden entries and installed packages are not listened to.
   */
  watch(folder: string, options: { recursive: boolean }, listener: FolderListener): Promise<{ close(): void }>
}

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
