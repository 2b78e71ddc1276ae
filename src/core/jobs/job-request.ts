import type { ItemOutcome } from '../ingest/ingest-many.ts'
import type { Failure } from '../model/failure.ts'
import type { JobItem, JobOrigin, JobRecord, JobState, JobSummary } from '../model/job.ts'
import type { JsonObject } from '../model/json.ts'
import type { Progress, ReportProgress } from '../model/progress.ts'
import type { Clock } from '../ports/clock.ts'
import type { JobLedger, Processes } from '../ports/job-ledger.ts'
import type { Log } from '../ports/log.ts'

/** What the work of a job gets. */
export type JobContext = {
  id: string
  signal: AbortSignal
  progress: ReportProgress
  /** Records the outcome of one source. */
  report(item: JobItem): void
  /** 1, plus one each time the job was continued. */
  attempt: number
  /** Items of earlier attempts by name, for work that cannot otherwise find out what it need not repeat. */
  earlier: ReadonlyMap<string, JobItem>
}

export type JobRequest<Value> = {
  /** Calls with the same key request the same work, so it must contain every argument that changes the work. */
  key: string
  /** Name of the tool. */
  kind: string
  /** What is done, for lists of jobs. */
  title: string
  collection: string | null
  /** The input of the tool, without secrets and without content. */
  input: JsonObject
  /** Whether the tool can be called again with `input` alone after a restart. */
  isRepeatable: boolean
  /** Leaves no record if it ends before a caller stops waiting. */
  isBrief?: boolean
  caller: { surface: string; isLocal: boolean }
  correlationId: string
  /** How long the caller waits. */
  patienceMs: number
  /** Cancels the work if no other caller waits for it. */
  signal: AbortSignal
  progress: ReportProgress
  /** Returns plain JSON, because another process may wait for it. */
  work(context: JobContext): Promise<Value>
}

export type JobResult<Value> =
  | { state: 'done'; id: string; value: Value }
  /** The caller's waiting time ended first. `items` are those with an outcome, in the order of their outcomes. */
  | { state: 'running'; id: string; progress: Progress; items: readonly JobItem[] }

type JobPage = { job: JobRecord; items: JobItem[] }

export type Jobs = {
  /**
   * Starts the work, joins it when it is already running (here or in another process), or continues it when its process
   * has ended. Returns its value, or its progress when the caller's waiting time ends first.
   */
  run<Value>(request: JobRequest<Value>): Promise<JobResult<Value>>
  /** Lists jobs of all processes that share the home, newest first. */
  list(request: { states: readonly JobState[] | null; limit: number }): Promise<JobSummary[]>
  /**
   * Reserves the oldest job that nobody works on and that `mayTake` accepts, to continue it by calling its tool again; null
   * when there is none. What another process has reserved and not yet continued is left to it for some seconds.
   */
  claim(mayTake: (job: JobSummary) => boolean): Promise<JobSummary | null>
  /** Returns the job and one page of its items; null when there is no job with this id. */
  get(id: string, page: { offset: number; limit: number }): Promise<JobPage | null>
  /**
   * Cancels a job in any process and waits briefly for its end. What it has finished stays. Returns the job after that;
   * null when there is no job with this id. `reason` is recorded for a job that nobody works on.
   */
  cancel(id: string, signal: AbortSignal, reason?: Failure): Promise<JobSummary | null>
  /**
   * Yields the job, then every change until it ends or the signal aborts; nothing when there is no job with this id.
   */
  watch(id: string, signal: AbortSignal): AsyncGenerator<JobSummary>
  /** The jobs of this process, oldest first. */
  underWay(): { id: string; progress: Progress; collection: string | null; origin: JobOrigin }[]
  /** Interrupts everything, waits until it has stopped, and closes the ledger. */
  close(): Promise<void>
}

/** What long work needs. */
export type JobParts = { ledger: JobLedger; clock: Clock; processes: Processes; log: Log }

/** The outcome of one source as an item of a job; `word` writes a failure in the words of the toolset. */
export function jobItemOf(outcome: ItemOutcome, word: (failure: Failure) => string): JobItem {
  const { name } = outcome
  if (!outcome.ok)
    return { name, outcome: 'failed', message: word(outcome.failure), documentId: null, chunks: 0 }
  const { report } = outcome
  return {
    name,
    outcome: report.outcome,
    message: report.warnings.length === 0 ? null : report.warnings.join(' '),
    documentId: report.documentId,
    chunks: report.chunksWritten,
  }
}
