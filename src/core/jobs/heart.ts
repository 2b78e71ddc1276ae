import type { JobSummary } from '../model/job.ts'
import type { Clock } from '../ports/clock.ts'
import type { Processes } from '../ports/job-ledger.ts'
import type { JobParts } from './job-request.ts'
import { cancelledByRequest, type OwnJob, takenOver } from './own-job.ts'

export type Heart = { add(job: OwnJob): void; remove(job: OwnJob): void }

/** News is told no more often than this: a folder of small files must not make the ledger its main work. */
const tickMs = 500

/** Tells the ledger that this process lives and how far its jobs are, and hears what others want of them. */
export function createHeart(parts: JobParts): Heart {
  const jobs = new Set<OwnJob>()
  let resting = new AbortController()
  let isBeating = false

  async function beatOn(): Promise<void> {
    isBeating = true
    while (jobs.size > 0) {
      await pause(parts.clock, tickMs, resting.signal)
      for (const job of jobs) {
        job.telling = tell(job, parts)
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

async function tell(job: OwnJob, { ledger, clock, processes, log }: JobParts): Promise<void> {
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

/** How often an owner gives a sign of life. */
const beatMs = 1_000

/** A process that nobody can find and that has missed this many milliseconds of beats is gone. */
const silenceMs = 3 * beatMs

/**
 * A process that is there but silent for this long has been suspended, is stuck, or is another one that was given the
 * pid of the dead. Long enough for the slowest step that does not yield.
 */
const leaseMs = 60_000

/** Whether nobody works on the job any more although it says so. `isOurs` tells what this process works on. */
export function isAbandoned(
  job: JobSummary,
  now: string,
  processes: Processes,
  isOurs: (id: string) => boolean,
): boolean {
  if (job.owner.instance === processes.self.instance) return !isOurs(job.id)
  const silence = Date.parse(now) - Date.parse(job.heartbeatAt)
  return silence > leaseMs || (silence > silenceMs && !processes.mayLive(job.owner))
}

/** Resolves after `ms` of the clock, or as soon as the signal aborts. */
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
