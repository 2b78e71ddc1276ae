import type { JobOwner } from '../model/job.ts'

/** Who this process is, and which others of this machine live. Passed in, so that tests can let one die. */
export interface Processes {
  readonly self: JobOwner
  /** False only when it is certain that no such process runs on this machine; true when nobody can tell. */
  mayLive(owner: JobOwner): boolean
}
