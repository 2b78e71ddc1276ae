import type { RawSource } from '../model/source.ts'

/** A file found in a folder, before it is read. */
export type FoundFile = { path: string; bytes: number }

/** Reads files for a caller, inside the roots that caller is confined to. */
export interface FileReader {
  /**
   * Expands `~`, makes the path absolute and real, and refuses with `FORBIDDEN_PATH` what lies outside
   * `roots` once links are followed. `roots: null` means any readable path.
   */
  resolve(path: string, roots: readonly string[] | null): Promise<string>
  read(path: string, roots: readonly string[] | null, signal: AbortSignal): Promise<RawSource>
  /** Whether a resolved path is a folder. */
  isFolder(path: string): Promise<boolean>
  /** Regular files below a folder in order of path; links that lead out of it are not followed. */
  list(
    folder: string,
    options: { recursive: boolean; roots: readonly string[] | null },
    signal: AbortSignal,
  ): Promise<FoundFile[]>
}

/** Fetches from the web: public addresses only unless allowed, capped in bytes and time, at every hop. */
export interface UrlReader {
  read(url: string, signal: AbortSignal): Promise<RawSource>
}
