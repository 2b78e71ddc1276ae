/** Something in a folder, as it lies there: links are named, never followed. */
export type FolderEntry = {
  name: string
  kind: 'file' | 'directory' | 'link' | 'other'
  /** Of a regular file. */
  bytes: number | null
}

export type FolderPage = { path: string; entries: FolderEntry[]; total: number }

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
