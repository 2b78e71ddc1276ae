import type { JobFailure, JobItem, JobOwner, JobRecord, JobState, JobSummary } from '../model/job.ts'
import type { JsonValue } from '../model/json.ts'
import type { Progress } from '../model/progress.ts'

/** A job about to begin. */
export type JobDraft = Pick<
  JobSummary,
  'id' | 'key' | 'kind' | 'title' | 'collection' | 'input' | 'isRepeatable' | 'origin' | 'correlationId'
>

/** Who asks, when, and how to tell that a job’s owner is gone. `isAbandoned` must answer at once. */
export type JobClaim = { owner: JobOwner; at: string; isAbandoned(job: JobSummary): boolean }

export type JobNews = {
  /** Null leaves what is known. */
  progress: Progress | null
  items: readonly JobItem[]
  at: string
}

export type JobEnding = JobNews &
  (
    | { state: 'done'; result: JsonValue }
    | { state: 'failed' | 'cancelled'; failure: JobFailure }
    | { state: 'interrupted' }
  )

/** `cancel`: someone asked for the end; `lost`: the job is no longer this owner’s. */
export type BeatAnswer = 'kept' | 'cancel' | 'lost'

/**
 * Remembers long work, for every process that shares the home and beyond the life of each.
 *
 * A caller may rely on this:
 * - Of one key there is at most one job that is running or interrupted, over all processes.
 * - Only the owner changes a job: news and endings from anyone else are refused, not merged.
 * - What `beat` and `finish` were told survives the end of the process. It need not survive a power cut: the store is
 *   the truth about documents, the ledger only about who works on what.
 * - An item is told by its name; the latest outcome counts, but `skipped` never hides that the same job had created
 *   or replaced it in an earlier attempt.
 * - Old jobs that have ended are forgotten in time; jobs that run are not.
 */
export interface JobLedger {
  /**
   * Makes the caller the owner of the work behind the draft’s key, or its guest. A guest’s job is another owner’s
   * that is under way. An interrupted job, or one whose owner is gone, is taken over under its own id: state, attempt,
   * owner and correlation id change, items stay.
   */
  begin(draft: JobDraft, claim: JobClaim): Promise<{ role: 'owner' | 'guest'; job: JobSummary }>
  /** A sign of life with what is new. An owner that was taken for dead, but not replaced, has its job back. */
  beat(id: string, instance: string, news: JobNews): Promise<BeatAnswer>
  /** False when the job was not this owner’s any more. */
  finish(id: string, instance: string, ending: JobEnding): Promise<boolean>
  /** As if it had never begun. Only its owner can. */
  forget(id: string, instance: string): Promise<void>
  /** Notes that the owner is gone, unless the job has meanwhile another one or has ended. */
  interrupt(id: string, instance: string, at: string): Promise<void>
  /**
   * Asks the owner to end. A job that nobody works on is cancelled at once, with `failure`; one that has ended stays
   * as it is. Answers with the job as it stands then, null when there is none of this id.
   */
  cancel(id: string, claim: Omit<JobClaim, 'owner'> & { failure: JobFailure }): Promise<JobSummary | null>
  get(id: string): Promise<JobRecord | null>
  /** Newest first. `states: null` means all. */
  list(request: { states: readonly JobState[] | null; limit: number }): Promise<JobSummary[]>
  /** In the order in which they were first heard of. */
  items(id: string, page: { offset: number; limit: number }): Promise<JobItem[]>
  close(): Promise<void>
}

/** Who this process is, and which others of this machine live. Passed in, so that tests can let one die. */
export interface Processes {
  readonly self: JobOwner
  /** False only when it is certain that no such process runs on this machine; true when nobody can tell. */
  mayLive(owner: JobOwner): boolean
}
