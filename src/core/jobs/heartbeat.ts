import type { JobSummary } from '../model/job.ts'
import type { Clock } from '../ports/clock.ts'
import type { Processes } from '../ports/job-ledger.ts'
import type { JobParts } from './job-request.ts'
import { cancelledByRequest, type OwnJob, takenOver } from './own-job.ts'

type Heartbeat = { add(job: OwnJob): void; remove(job: OwnJob): void }

/** How often an owner sends a heartbeat. */
const beatMs = 1_000

/** News is written no more often than this: for a folder of small files, writing it would take most of the time. */
const tickMs = 500

/** Sends heartbeats and news of this process's jobs to the ledger, and cancels jobs when the ledger says so. */
export function createHeartbeat(parts: JobParts): Heartbeat {
  const jobs = new Set<OwnJob>()
  let resting = new AbortController()
  let isBeating = false

  async function beatOn(): Promise<void> {
    isBeating = true
    while (jobs.size > 0) {
      await pause(parts.clock, tickMs, resting.signal)
      for (const job of jobs) {
        job.telling = sendNews(job, parts)
        await job.telling
      }
    }
    isBeating = false
  }

  return {
    add(job) {
      jobs.add(job)
      if (isBeating) return
      resting = new AbortController()
      void beatOn()
    },
    remove(job) {
      jobs.delete(job)
      if (jobs.size === 0) resting.abort()
    },
  }
}

async function sendNews(job: OwnJob, { ledger, clock, processes, log }: JobParts): Promise<void> {
  const hasNews = job.news.progress !== null || job.news.items.length > 0
  const isDue = clock.elapsed() - job.beatenAt >= beatMs - tickMs / 2
  if (job.isOver || !job.isRecorded || !(hasNews || isDue)) return
  const { progress, items } = job.news
  job.news = { progress: null, items: [] }
  job.beatenAt = clock.elapsed()
  try {
    const answer = await ledger.beat(job.id, processes.self.instance, { progress, items, at: clock.now() })
    if (job.isOver) return
    if (answer === 'cancel') job.controller.abort(cancelledByRequest(job.id))
    if (answer === 'lost') job.controller.abort(takenOver(job.id))
  } catch (error) {
    job.news = { progress: job.news.progress ?? progress, items: [...items, ...job.news.items] }
    log.write('warn', 'job_ledger', { job_id: job.id, problem: String(error) })
  }
}

/** A process that cannot be found and has sent no heartbeat for this long is gone. */
const silenceMs = 3 * beatMs

/**
 * A process that exists but has sent no heartbeat for this long is suspended or blocked, or is another process with a
 * reused pid. Longer than the slowest step that blocks the event loop.
 */
const leaseMs = 60_000

/** Whether no process works on a job that is marked as running. `isOurs` returns whether this process works on it. */
export function isAbandoned(
  job: JobSummary,
  { now, processes, isOurs }: { now: string; processes: Processes; isOurs: (id: string) => boolean },
): boolean {
  if (job.owner.instance === processes.self.instance) return !isOurs(job.id)
  const silence = Date.parse(now) - Date.parse(job.heartbeatAt)
  return silence > leaseMs || (silence > silenceMs && !processes.mayLive(job.owner))
}

/** How long a process has to continue what it has claimed. */
const reservedMs = 5_000

/** Whether another process has claimed an interrupted job and may be about to continue it. */
export function isReserved(
  job: JobSummary,
  { now, processes }: { now: string; processes: Processes },
): boolean {
  if (job.state !== 'interrupted' || job.owner.instance === processes.self.instance) return false
  const silence = Date.parse(now) - Date.parse(job.heartbeatAt)
  return silence < reservedMs && processes.mayLive(job.owner)
}

/** Resolves after `ms`, or as soon as the signal aborts. */
export async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const timer = clock.timeout(ms)
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => resolve()
  timer.signal.addEventListener('abort', end, { once: true })
  signal.addEventListener('abort', end, { once: true })
  if (timer.signal.aborted) end()
  await promise
  signal.removeEventListener('abort', end)
  timer.dispose()
}
