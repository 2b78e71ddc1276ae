import { abortFailure, Failure } from '../model/failure.ts'
import type { JobFailure, JobItem, JobOrigin } from '../model/job.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Progress, ReportProgress } from '../model/progress.ts'
import { withoutTimeLimit } from '../model/time-left.ts'
import type { JobEnding } from '../ports/job-ledger.ts'
import { oneLine } from '../text/shown-text.ts'
import type { JobParts, JobRequest } from './job-request.ts'

/** A caller that waits for the end. An object, so that two callers with the same function are two. */
export type Waiter = { report: ReportProgress }

/** A job that this process works on. */
export type OwnJob = {
  id: string
  key: string
  kind: string
  collection: string | null
  origin: JobOrigin
  controller: AbortController
  waiters: Set<Waiter>
  progress: Progress
  items: Map<string, JobItem>
  /** What has not been written to the ledger yet. */
  news: { progress: Progress | null; items: JobItem[] }
  /** The last write to the ledger; the next one waits for it, so that writes stay in order. */
  telling: Promise<void>
  beatenAt: number
  /** Whether the ledger has a record of it; the job also runs without one. */
  isRecorded: boolean
  /** Whether a caller has received the answer that the work continues. After that, cancelling the call does not end it. */
  isPromised: boolean
  isOver: boolean
  result: Promise<unknown>
}

/** Starts the work. `onEnd` is called when it has ended and that is written to the ledger. */
export function startOwnJob<Value>(
  place: {
    id: string
    attempt: number
    isRecorded: boolean
    earlier: readonly JobItem[]
    origin: JobOrigin
  },
  { request, onEnd }: { request: JobRequest<Value>; onEnd(job: OwnJob): void },
  parts: JobParts,
): OwnJob {
  const job: OwnJob = {
    id: place.id,
    key: request.key,
    kind: request.kind,
    collection: request.collection,
    origin: place.origin,
    controller: new AbortController(),
    waiters: new Set(),
    progress: { done: 0, total: null, message: 'Starting' },
    items: new Map(place.earlier.map(item => [item.name, item])),
    news: { progress: null, items: [] },
    telling: Promise.resolve(),
    beatenAt: parts.clock.elapsed(),
    isRecorded: place.isRecorded,
    isPromised: false,
    isOver: false,
    result: Promise.resolve(),
  }
  const work = () => doWork({ job, attempt: place.attempt, request }, parts)
  job.result = withoutTimeLimit(work).finally(() => onEnd(job))
  // Without a handler, a failed job that no caller waits for would end the process.
  job.result.catch(() => {})
  return job
}

async function doWork<Value>(
  { job, attempt, request }: { job: OwnJob; attempt: number; request: JobRequest<Value> },
  parts: JobParts,
): Promise<Value> {
  const { signal } = job.controller
  const startedAt = parts.clock.elapsed()
  const finish = async (ending: Ending) => {
    job.isOver = true
    await recordEnding(job, { ending, isBrief: request.isBrief === true }, parts)
    parts.log.write(ending.state === 'failed' ? 'warn' : 'info', 'job', {
      job_id: job.id,
      kind: job.kind,
      ms: Math.round(parts.clock.elapsed() - startedAt),
      outcome: 'failure' in ending ? ending.failure.code : ending.state,
    })
  }
  try {
    // Starts after the caller has received the job.
    await null
    const value = await request.work({
      id: job.id,
      signal,
      attempt,
      earlier: new Map(job.items),
      progress: step => takeProgress(job, step),
      report(item) {
        job.items.set(item.name, item)
        job.news.items.push(item)
      },
    })
    // SAFETY: the request promises plain JSON.
    await finish({ state: 'done', result: (value ?? null) as JsonValue })
    return value
  } catch (error) {
    const cause = signal.aborted ? abortFailure(signal) : error
    if (job.waiters.size === 0 && !signal.aborted) logUnexpected(error, job, parts)
    await finish(endingOf(cause, signal))
    throw cause
  }
}

type Ending =
  | { state: 'done'; result: JsonValue }
  | { state: 'failed' | 'cancelled'; failure: ReturnType<typeof toJobFailure> }
  | { state: 'interrupted' }
  | { state: 'lost' }

/** The message of a step contains names of files and titles of any length. */
const longestMessage = 200

function takeProgress(job: OwnJob, step: Progress): void {
  const progress = { ...step, message: oneLine(step.message, longestMessage) }
  job.progress = progress
  job.news.progress = progress
  for (const waiter of job.waiters) waiter.report(progress)
}

function endingOf(cause: unknown, signal: AbortSignal): Ending {
  const failure = toJobFailure(cause)
  if (!signal.aborted) return { state: 'failed', failure }
  if (failure.code === 'JOB_TAKEN_OVER') return { state: 'lost' }
  // The process or the server is shutting down; no caller cancelled the work.
  if (failure.kind === 'unavailable') return { state: 'interrupted' }
  return { state: 'cancelled', failure }
}

/** Writes the ending to the ledger. A write error is logged; the job ends anyway. */
async function recordEnding(
  job: OwnJob,
  { ending, isBrief }: { ending: Ending; isBrief: boolean },
  { ledger, clock, processes, log }: JobParts,
): Promise<void> {
  await job.telling
  if (!job.isRecorded || ending.state === 'lost') return
  const { instance } = processes.self
  const isForgotten = isBrief && !job.isPromised && ending.state !== 'interrupted'
  const recorded: JobEnding = { ...ending, ...job.news, at: clock.now() }
  try {
    if (isForgotten) await ledger.forget(job.id, instance)
    else await ledger.finish(job.id, instance, recorded)
  } catch (error) {
    log.write('warn', 'job_ledger', { job_id: job.id, problem: String(error) })
  }
}

/** Logs an unexpected error of a job that no caller waits for. */
function logUnexpected(error: unknown, job: OwnJob, { log }: JobParts): void {
  if (toJobFailure(error).kind !== 'internal') return
  const story = error instanceof Error ? (error.stack ?? error.message) : String(error)
  log.write('error', 'surprise', { job_id: job.id, error: story })
}

/** The error of a job as it is stored; an unexpected error is stored without its details. */
export function toJobFailure(error: unknown): JobFailure {
  if (!(error instanceof Failure))
    return {
      kind: 'internal',
      code: 'INTERNAL_ERROR',
      message: 'Something went wrong inside the server.',
      hint: 'The server log has the details.',
      details: {},
    }
  const { kind, code, message, hint } = error
  return { kind, code, message, hint, details: plain(error.details) }
}

/** The stored failure as a Failure, for a caller in another process. */
export function fromJobFailure({ kind, code, message, hint, details }: JobFailure): Failure {
  return new Failure(kind, code, message, { ...(hint === null ? {} : { hint }), details })
}

export function cancelledByRequest(id: string): Failure {
  return new Failure('cancelled', 'JOB_CANCELLED', 'The job was cancelled; what it had finished stays.', {
    hint: 'Call the tool again with the same input to continue with the rest.',
    details: { job_id: id },
  })
}

export function interruptedByShutdown(id: string): Failure {
  return new Failure('unavailable', 'JOB_INTERRUPTED', 'The process that did the work is shutting down.', {
    hint: 'Call the tool again with the same input: the job continues where it stopped.',
    details: { job_id: id },
  })
}

export function takenOver(id: string): Failure {
  return new Failure('conflict', 'JOB_TAKEN_OVER', 'Another process has taken over this job.', {
    hint: 'Call the tool again with the same input to join it.',
    details: { job_id: id },
  })
}

function plain(details: Record<string, unknown>): JsonObject {
  return JSON.parse(JSON.stringify(details))
}
