import { abortFailure, Failure } from '../model/failure.ts'
import type { JobFailure, JobItem } from '../model/job.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Progress, ReportProgress } from '../model/progress.ts'
import type { JobEnding } from '../ports/job-ledger.ts'
import { oneLine } from '../text/shown-text.ts'
import type { JobParts, JobRequest } from './job-request.ts'

/** Someone who waits for the end. An object, so that two who listen alike are still two. */
export type Waiter = { report: ReportProgress }

/** A job that this process works on. */
export type OwnJob = {
  id: string
  key: string
  kind: string
  controller: AbortController
  waiters: Set<Waiter>
  progress: Progress
  items: Map<string, JobItem>
  /** What the ledger has not been told yet. */
  news: { progress: Progress | null; items: JobItem[] }
  /** The last message to the ledger; the next one waits for it, so that they arrive in order. */
  telling: Promise<void>
  beatenAt: number
  /** Whether the ledger knows of it; it works without. */
  isRecorded: boolean
  /** Whether a caller was told that the work goes on: from then on, nobody’s leaving ends it. */
  isPromised: boolean
  isOver: boolean
  result: Promise<unknown>
}

/** Starts the work. `onEnd` is called when it is over and the ledger has been told. */
export function startOwnJob<Value>(
  place: { id: string; attempt: number; isRecorded: boolean; earlier: readonly JobItem[] },
  request: JobRequest<Value>,
  parts: JobParts,
  onEnd: (job: OwnJob) => void,
): OwnJob {
  const job: OwnJob = {
    id: place.id,
    key: request.key,
    kind: request.kind,
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
  job.result = workThrough(job, place.attempt, request, parts).finally(() => onEnd(job))
  // A job whose caller has left must not bring the process down when it fails.
  job.result.catch(() => {})
  return job
}

async function workThrough<Value>(
  job: OwnJob,
  attempt: number,
  request: JobRequest<Value>,
  parts: JobParts,
): Promise<Value> {
  const { signal } = job.controller
  const startedAt = parts.clock.elapsed()
  const finish = async (ending: Ending) => {
    job.isOver = true
    await record(job, ending, request, parts)
    parts.log.write(ending.state === 'failed' ? 'warn' : 'info', 'job', {
      job_id: job.id,
      kind: job.kind,
      ms: Math.round(parts.clock.elapsed() - startedAt),
      outcome: 'failure' in ending ? ending.failure.code : ending.state,
    })
  }
  try {
    // Not before whoever asked has the job in hand.
    await null
    const value = await request.work({
      id: job.id,
      signal,
      attempt,
      earlier: new Map(job.items),
      progress: step => hear(job, step),
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
    if (job.waiters.size === 0 && !signal.aborted) tellSurprise(error, job, parts)
    await finish(endingOf(cause, signal))
    throw cause
  }
}

type Ending =
  | { state: 'done'; result: JsonValue }
  | { state: 'failed' | 'cancelled'; failure: ReturnType<typeof toJobFailure> }
  | { state: 'interrupted' }
  | { state: 'lost' }

/** Names of files and titles are in it, and it is put into sentences. */
const longestMessage = 200

function hear(job: OwnJob, step: Progress): void {
  const told = { ...step, message: oneLine(step.message, longestMessage) }
  job.progress = told
  job.news.progress = told
  for (const waiter of job.waiters) waiter.report(told)
}

function endingOf(cause: unknown, signal: AbortSignal): Ending {
  const failure = toJobFailure(cause)
  if (!signal.aborted) return { state: 'failed', failure }
  if (failure.code === 'JOB_TAKEN_OVER') return { state: 'lost' }
  // The process, or the server in it, is going away; that is nobody’s wish that the work should end.
  if (failure.kind === 'unavailable') return { state: 'interrupted' }
  return { state: 'cancelled', failure }
}

/** The end of the work does not depend on whether it can be written down. */
async function record(
  job: OwnJob,
  ending: Ending,
  request: JobRequest<unknown>,
  { ledger, clock, processes, log }: JobParts,
): Promise<void> {
  await job.telling
  if (!job.isRecorded || ending.state === 'lost') return
  const { instance } = processes.self
  const wentUnnoticed = request.isBrief === true && !job.isPromised && ending.state !== 'interrupted'
  const told: JobEnding = { ...ending, ...job.news, at: clock.now() }
  try {
    if (wentUnnoticed) await ledger.forget(job.id, instance)
    else await ledger.finish(job.id, instance, told)
  } catch (error) {
    log.write('warn', 'job_ledger', { job_id: job.id, problem: String(error) })
  }
}

/** Nobody waits for the answer, so the log is the only place where the reason can be found. */
function tellSurprise(error: unknown, job: OwnJob, { log }: JobParts): void {
  if (toJobFailure(error).kind !== 'internal') return
  const story = error instanceof Error ? (error.stack ?? error.message) : String(error)
  log.write('error', 'surprise', { job_id: job.id, error: story })
}

/** What may be kept of what the work threw; a surprise is kept without its details. */
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

/** The failure again, for whoever waited in another process. */
export function fromJobFailure({ kind, code, message, hint, details }: JobFailure): Failure {
  return new Failure(kind, code, message, { ...(hint === null ? {} : { hint }), details })
}

export function cancelledByRequest(id: string): Failure {
  return new Failure('cancelled', 'JOB_CANCELLED', 'The job was cancelled; what it had finished stays.', {
    hint: 'Call the tool again with the same input to go on with the rest.',
    details: { job_id: id },
  })
}

export function interruptedByShutdown(id: string): Failure {
  return new Failure('unavailable', 'JOB_INTERRUPTED', 'The process that did the work is shutting down.', {
    hint: 'Call the tool again with the same input: the job is taken up where it stopped.',
    details: { job_id: id },
  })
}

export function takenOver(id: string): Failure {
  return new Failure('conflict', 'JOB_TAKEN_OVER', 'Another process has taken up this job.', {
    hint: 'Call the tool again with the same input to join it.',
    details: { job_id: id },
  })
}

function plain(details: Record<string, unknown>): JsonObject {
  return JSON.parse(JSON.stringify(details))
}
