/** An entry of a folder. Links are listed, not followed. */
export type FolderEntry = {
  name: string
  kind: 'file' | 'directory' | 'link' | 'other'
  /** Size of a regular file; otherwise null. */
  bytes: number | null
}

type FolderPage = { path: string; entries: FolderEntry[]; total: number }

/** Lists folders and reads files for a caller, inside the roots that the caller is confined to. */
export interface FolderReader {
  /**
   * Returns one page of the entries directly in a folder, in order of name. Throws `FORBIDDEN_PATH` for a path that is
   * outside `roots` once links are followed, with the same message whether it exists or not, and `NOT_A_FOLDER` for a
   * file.
   */
  list(
    path: string,
    within: { roots: readonly string[]; limit: number; offset: number },
    signal: AbortSignal,
  ): Promise<FolderPage>
  /** Returns the bytes of one regular file, confined in the same way. Throws `NOT_A_FILE` for a folder. */
  read(
    path: string,
    roots: readonly string[],
    signal: AbortSignal,
  ): Promise<{ path: string; bytes: Uint8Array }>
}

export type FolderListener = {
  /** Called when something below the folder was created, written, moved or removed; sometimes also without a change. */
  onChange(): void
  /** Called with a message when not everything is watched, or no longer. */
  onTrouble(message: string): void
}

/**
 * Notifies a caller when something below a folder changes, without saying what.
 *
 * A caller may not rely on every change being reported, since no operating system promises that: it must also check
 * from time to time.
 */
export interface FolderWatcher {
  /**
   * Resolves when watching has begun: changes from then on are reported. A missing folder is reported to `onTrouble`
   * and does not throw. Hidden entries and installed packages are not watched.
   */
  watch(folder: string, options: { recursive: boolean }, listener: FolderListener): Promise<{ close(): void }>
}

/** A file as it was when it was last read. */
export type SeenFile =
  | {
      state: 'stored'
      /** As in `FoundFile`. */
      stamp: string
      bytes: number
      device: string
      /** Of the document that was made from it. */
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
  /** Hash of everything except the files that decides what is stored; with another recipe, every file is read again. */
  recipe: string
  recursive: boolean
  /** Distinguishes the folder from another one at the same path. */
  identity: string
  /** By path below the folder. */
  files: Readonly<Record<string, SeenFile>>
}

/**
 * Remembers the files of synchronized folders as this machine saw them, so that an unchanged file need not be opened.
 *
 * A caller may rely on this: the store, not this memory, records which documents exist; if the memory is lost, files
 * are read once more and nothing else happens. What another machine saw (a home on a shared drive, a copied home) is
 * never returned.
 */
export interface FolderMemory {
  load(collection: string, folder: string): Promise<SeenFolder | null>
  /** Saves the folder. A write error is ignored. */
  save(collection: string, folder: string, seen: SeenFolder): Promise<void>
  /** Returns the folders that were ingested into this collection, in order of path. */
  list(collection: string): Promise<{ folder: string; recursive: boolean }[]>
}
