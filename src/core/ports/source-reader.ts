import type { RawSource } from '../model/source.ts'

/** A file found in a folder, before it is read. */
export type FoundFile = {
  path: string
  bytes: number
  /** When it was last written, in milliseconds since 1970. */
  modifiedMs: number
  /** Opaque. It changes when the file is written, replaced or moved, and only then. */
  stamp: string
  /** The file system that contains it. */
  device: string
}

/** An entry of a folder that is not read, and the reason. */
export type LeftOut = {
  /** Absolute; bytes that are not valid text are written as `\\xff`. */
  path: string
  reason: string
}

export type FolderListing = { files: FoundFile[]; leftOut: LeftOut[] }

/**
 * What is at a path now. `there`: a regular file at exactly this path, or something else (a folder, a link, a file
 * behind a link); `identity` distinguishes it from what may replace it. `gone`: nothing; `nearest` is the closest
 * existing folder above, and `device` its file system, which differs from before when a drive is not mounted.
 * `unknown`: the file system returned an error.
 */
export type Whereabouts =
  | { state: 'there'; kind: 'file' | 'other'; identity: string }
  | { state: 'gone'; nearest: string; device: string }
  | { state: 'unknown' }

/** Reads files for a caller, inside the roots that the caller is confined to. */
export interface FileReader {
  /**
   * Expands `~` and returns the absolute path with all links followed. Throws `FORBIDDEN_PATH` when that path is
   * outside `roots`. `roots: null` means any readable path.
   */
  resolve(path: string, roots: readonly string[] | null): Promise<string>
  /**
   * Reads a file, confined in the same way. A credentials file (`core/text/excluded-files.ts`), by either name of a
   * link, is refused before it is opened.
   */
  read(path: string, roots: readonly string[] | null, signal: AbortSignal): Promise<RawSource>
  /** Resolves to whether a resolved path is a folder. */
  isFolder(path: string): Promise<boolean>
  /** Resolves to what is at a path, without opening it. */
  locate(path: string): Promise<Whereabouts>
  /**
   * Lists the regular files below a folder in order of path; links that lead out of it are not followed. Credential
   * files and names that are not valid text are returned in `leftOut`.
   */
  list(
    folder: string,
    options: { recursive: boolean; roots: readonly string[] | null },
    signal: AbortSignal,
  ): Promise<FolderListing>
}

/**
 * Fetches from the web. A caller may rely on this: at every redirect, only public addresses are fetched unless a
 * private one is allowed, and size and time are limited.
 */
export interface UrlReader {
  read(url: string, signal: AbortSignal): Promise<RawSource>
}
