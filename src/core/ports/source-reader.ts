import type { RawSource } from '../model/source.ts'

/** A file found in a folder, before it is read. */
export type FoundFile = {
  path: string
  bytes: number
  /** When it was last written, in milliseconds since 1970. */
  modifiedMs: number
  /** Opaque. Another one whenever the file is written, replaced or moved; the same as long as nothing happens to it. */
  stamp: string
  /** The file system it lies on. */
  device: string
}

/** Something in a folder that is not offered to be read, and why. */
export type LeftOut = {
  /** Absolute; bytes that are no text are written as `\\xff`. */
  path: string
  reason: string
}

export type FolderListing = { files: FoundFile[]; leftOut: LeftOut[] }

/**
 * What became of a path. `there`: a regular file under this very path, or something else (a folder, a link, a file that
 * links on the way lead to); `identity` tells it from what may take its place. `gone`: nothing is there; `nearest` is
 * the closest folder above that exists and `device` the file system of that folder, which is another one than before
 * when a drive is not mounted. `unknown`: the file system would not say.
 */
export type Whereabouts =
  | { state: 'there'; kind: 'file' | 'other'; identity: string }
  | { state: 'gone'; nearest: string; device: string }
  | { state: 'unknown' }

/** Reads files for a caller, inside the roots that caller is confined to. */
export interface FileReader {
  /**
   * Expands `~`, makes the path absolute and real, and refuses with `FORBIDDEN_PATH` what lies outside
   * `roots` once links are followed. `roots: null` means any readable path.
   */
  resolve(path: string, roots: readonly string[] | null): Promise<string>
  /** Refuses files for credentials (`model/credentials.ts`) by either name of a link, before anything is opened. */
  read(path: string, roots: readonly string[] | null, signal: AbortSignal): Promise<RawSource>
  /** Whether a resolved path is a folder. */
  isFolder(path: string): Promise<boolean>
  /** Looks for a path without opening it. */
  locate(path: string): Promise<Whereabouts>
  /**
   * Regular files below a folder in order of path; links that lead out of it are not followed. Files for credentials
   * and names that no path can express are left out, and told.
   */
  list(
    folder: string,
    options: { recursive: boolean; roots: readonly string[] | null },
    signal: AbortSignal,
  ): Promise<FolderListing>
}

/** Fetches from the web: public addresses only unless allowed, capped in bytes and time, at every hop. */
export interface UrlReader {
  read(url: string, signal: AbortSignal): Promise<RawSource>
}
