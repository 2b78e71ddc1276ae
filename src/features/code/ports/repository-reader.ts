import type { ReportProgress } from '../../../core/model/progress.ts'

/** What a caller may access. */
export type RepositoryAccess = {
  /** Folders that contain the local repositories it may read; null for any readable folder. */
  roots: readonly string[] | null
  /** Whether the caller is the user of this machine, whose SSH keys may be used. */
  isLocal: boolean
}

/** An address that was parsed and allowed, before anything is fetched. */
export type RepositoryAddress = {
  /** Identifies the repository: the same for all spellings of its address. */
  source: string
  /** Possible names, shortest first: `owner/name`, `host/owner/name`. */
  names: readonly string[]
}

export type RepositoryFile = { path: string; bytes: number }

/** The files of one version of a repository. */
export interface OpenRepository {
  /** The commit; null for a folder. */
  readonly revision: string | null
  /** Regular files ordered by path, relative with forward slashes; none is outside the repository. */
  readonly files: readonly RepositoryFile[]
  /** The texts of these files in the order of `paths`; null for binary files. */
  read(paths: readonly string[], signal: AbortSignal): AsyncIterable<{ path: string; text: string | null }>
  /** Deletes what was fetched. */
  close(): Promise<void>
}

/**
 * Reads repositories: from an address with git, or from a folder of this machine.
 *
 * A caller may rely on this: no code of a repository is executed; nobody is prompted for credentials, and a caller that
 * is not local uses none; private addresses and folders outside the roots are rejected (`FORBIDDEN_ADDRESS`,
 * `FORBIDDEN_PATH`); a fetch that exceeds the limits is stopped (`REPOSITORY_TOO_LARGE`, `CLONE_TIMEOUT`); a fetch that
 * fails throws `CLONE_FAILED` with the reason; nothing is left on the disk after `close`.
 */
export interface RepositoryReader {
  /** Throws a Failure `INVALID_REPOSITORY` for an invalid address. */
  identify(address: string, access: RepositoryAccess): Promise<RepositoryAddress>
  open(
    address: string,
    access: RepositoryAccess,
    context: { signal: AbortSignal; progress: ReportProgress },
  ): Promise<OpenRepository>
}
