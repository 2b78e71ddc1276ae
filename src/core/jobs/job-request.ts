import type { ItemOutcome } from '../ingest/ingest-many.ts'
import type { Failure } from '../model/failure.ts'
import type { JobItem, JobRecord, JobState, JobSummary } from '../model/job.ts'
import type { JsonObject } from '../model/json.ts'
import type { Progress, ReportProgress } from '../model/progress.ts'
import type { Clock } from '../ports/clock.ts'
import type { JobLedger, Processes } from '../ports/job-ledger.ts'
import type { Log } from '../ports/log.ts'

/** What the work is given. */
export type JobContext = {
  id: string
  signal: AbortSignal
  progress: ReportProgress
  /** What became of one source, as soon as it is known. */
  report(item: JobItem): void
  /** 1, and one more each time the job was taken up again. */
  attempt: number
  /** What earlier attempts had reported, by name; for work that could not tell otherwise what need not be repeated. */
  earlier: ReadonlyMap<string, JobItem>
}

export type JobRequest<Value> = {
  /** Calls with the same key ask for the same work: it must hold every argument that changes what is done. */
  key: string
  /** Name of the tool. */
  kind: string
  /** For lists: what is being done, to what. */
  title: string
  collection: string | null
  /** What the tool was asked, without secrets and without content. */
  input: JsonObject
  /** Whether `input` alone says all, so that the tool can be called again with it after a restart. */
  isRepeatable: boolean
  /** Leaves no record when it ends well before any caller has stopped waiting: too small to be remembered. */
  isBrief?: boolean
  caller: { surface: string; isLocal: boolean }
  correlationId: string
  /** How long the caller is ready to wait. */
  patienceMs: number
  /** Cancels the work as long as this caller, and no other, waits for it. */
  signal: AbortSignal
  progress: ReportProgress
  /** Its value must be plain JSON: another process may be waiting for it. */
  work(context: JobContext): Promise<Value>
}

export type JobResult<Value> =
  | { state: 'done'; id: string; value: Value }
  /** Patience ended first. `items` are those whose outcome is known, in the order they became known. */
  | { state: 'running'; id: string; progress: Progress; items: readonly JobItem[] }

type JobPage = { job: JobRecord; items: JobItem[] }

export type Jobs = {
  /**
   * Starts the work, joins it where it is under way (here or in another process), or takes it up where a process that
   * is gone left it. Answers with its value, or with where it stands when patience ends.
   */
  run<Value>(request: JobRequest<Value>): Promise<JobResult<Value>>
  /** Newest first, of all processes that share the home. */
  list(request: { states: readonly JobState[] | null; limit: number }): Promise<JobSummary[]>
  /** The job and one page of its items; null when there is none of this id. */
  get(id: string, page: { offset: number; limit: number }): Promise<JobPage | null>
  /**
   * Asks for the end of a job, wherever it runs, and waits a moment for it. What it has finished stays. Answers with the
   * job as it stands then; null when there is none of this id.
   */
  cancel(id: string, signal: AbortSignal): Promise<JobSummary | null>
  /** The job now, then every change, until it has ended or the signal aborts; nothing when there is none of this id. */
  watch(id: string, signal: AbortSignal): AsyncGenerator<JobSummary>
  /** What this process is working on, oldest first. */
  underWay(): { id: string; progress: Progress }[]
  /** Interrupts everything, waits until it has stopped, and closes the ledger. */
  close(): Promise<void>
}

/** What long work needs from the world. */
export type JobParts = { ledger: JobLedger; clock: Clock; processes: Processes; log: Log }

/** What a job remembers of one source, its failure in the words of the toolset. */
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
