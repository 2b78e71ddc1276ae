import type { ReportProgress } from '../../../core/model/progress.ts'

/** What a caller may reach. */
export type RepositoryAccess = {
  /** Folders that local repositories must lie in; null when any readable one will do. */
  roots: readonly string[] | null
  /** Whether the caller is the user of this machine, whose SSH keys may be used. */
  isLocal: boolean
}

/** A repository as it was asked for, understood and allowed, before anything is fetched. */
export type RepositoryAddress = {
  /** The same for every way to write the same address: what tells repositories apart. */
  source: string
  /** Names for it, the shortest qualified one first: `owner/name`, `host/owner/name`. */
  names: readonly string[]
}

export type RepositoryFile = { path: string; bytes: number }

/** The files of one state of a repository. */
export interface OpenRepository {
  /** The commit; null for a folder. */
  readonly revision: string | null
  /** Regular files in order of path, relative with forward slashes; nothing outside the repository is among them. */
  readonly files: readonly RepositoryFile[]
  /** The texts of these files in the order asked for; null for what is not text. */
  read(paths: readonly string[], signal: AbortSignal): AsyncIterable<{ path: string; text: string | null }>
  /** Removes whatever was fetched. */
  close(): Promise<void>
}

/**
 * Reads repositories: by git from an address, or a folder of this machine.
 *
 * A caller may rely on this: nothing of a repository is executed; no credentials are asked for or, for a caller who is
 * not local, used; private addresses and folders outside the roots are refused (`FORBIDDEN_ADDRESS`,
 * `FORBIDDEN_PATH`); what is larger or takes longer than allowed is stopped (`REPOSITORY_TOO_LARGE`, `CLONE_TIMEOUT`);
 * what cannot be fetched is a Failure `CLONE_FAILED` that says why; and nothing is left on the disk after `close`.
 */
export interface RepositoryReader {
  /** Throws Failure `INVALID_REPOSITORY` for what is no address of a repository. */
  identify(address: string, access: RepositoryAccess): Promise<RepositoryAddress>
  open(
    address: string,
    access: RepositoryAccess,
    context: { signal: AbortSignal; progress: ReportProgress },
  ): Promise<OpenRepository>
}
