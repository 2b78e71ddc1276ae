import type { JobFailure, JobItem, JobOwner, JobRecord, JobState, JobSummary } from '../model/job.ts'
import type { JsonValue } from '../model/json.ts'
import type { Progress } from '../model/progress.ts'

/** A job that is about to begin. */
export type JobDraft = Pick<
  JobSummary,
  'id' | 'key' | 'kind' | 'title' | 'collection' | 'input' | 'isRepeatable' | 'origin' | 'correlationId'
>

/** The process that asks, the time, and a synchronous check whether a job's owner is gone. */
export type JobClaim = { owner: JobOwner; at: string; isAbandoned(job: JobSummary): boolean }

export type JobNews = {
  /** Null keeps the last progress. */
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

/** `cancel`: cancelling was requested; `lost`: the job has another owner now. */
export type BeatAnswer = 'kept' | 'cancel' | 'lost'

/**
 * Records long work for all processes that share the home, beyond the life of each process.
 *
 * A caller may rely on this:
 * - Per key, at most one job is running or interrupted, across all processes.
 * - Only the owner changes a job: news and endings from any other process are refused.
 * - What was passed to `beat` and `finish` survives the end of the process, but perhaps not a power cut: the store
 *   records which documents exist, the ledger only which process works on which job.
 * - An item is identified by its name. The latest outcome counts, except that `skipped` never replaces the `created` or
 *   `replaced` of an earlier attempt of the same job.
 * - `heartbeatAt` is by the clock of the caller: where processes on several machines share the ledger, it is computed from
 *   the time that has passed by the ledger's own clock.
 * - Old jobs that have ended are removed after some time; running jobs are not.
 */
export interface JobLedger {
  /**
   * Makes the caller the owner of the job with the draft's key, or its guest when another process is running it. An
   * interrupted job, or one whose owner is gone, is taken over with its id: state, attempt, owner and correlation id
   * change, items stay.
   */
  begin(draft: JobDraft, claim: JobClaim): Promise<{ role: 'owner' | 'guest'; job: JobSummary }>
  /**
   * Reserves the oldest job that nobody works on and that `mayTake` accepts, and returns it; null when there is none. It
   * stays interrupted, with the caller as its owner, until `begin` continues it. Of several processes that ask at once,
   * each gets another job.
   */
  claim(claim: JobClaim & { mayTake(job: JobSummary): boolean }): Promise<JobSummary | null>
  /** Records a heartbeat with news. An owner that was considered gone but not replaced gets its job back. */
  beat(id: string, instance: string, news: JobNews): Promise<BeatAnswer>
  /** Ends the job. False when it has another owner now. */
  finish(id: string, instance: string, ending: JobEnding): Promise<boolean>
  /** Removes the job. Only its owner can do so. */
  forget(id: string, instance: string): Promise<void>
  /** Marks the job as interrupted, unless it has ended or has another owner now. */
  interrupt(id: string, instance: string, at: string): Promise<void>
  /**
   * Requests that the owner cancels the job. A job without a living owner is cancelled at once, with `failure`; one
   * that has ended is not changed. Returns the job after that, or null when there is no job with this id.
   */
  cancel(id: string, claim: Omit<JobClaim, 'owner'> & { failure: JobFailure }): Promise<JobSummary | null>
  get(id: string): Promise<JobRecord | null>
  /** Returns jobs, newest first. `states: null` means all. */
  list(request: { states: readonly JobState[] | null; limit: number }): Promise<JobSummary[]>
  /** Returns the items of a job in the order in which they were first reported. */
  items(id: string, page: { offset: number; limit: number }): Promise<JobItem[]>
  close(): Promise<void>
}

/** This process, and which other processes of this machine are alive. It is passed in, so that tests can control it. */
export interface Processes {
  readonly self: JobOwner
  /** False only when it is certain that no such process runs on this machine; true when it is unknown. */
  mayLive(owner: JobOwner): boolean
}

/** Whether nobody works on a job that has not ended. */
export function isFree(job: JobSummary, isAbandoned: JobClaim['isAbandoned']): boolean {
  return job.state === 'interrupted' || (job.state === 'running' && isAbandoned(job))
}
