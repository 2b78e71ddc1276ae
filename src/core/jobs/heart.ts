import { beatMs } from './is-abandoned.ts'
import { cancelledByRequest, takenOver } from './job-failure.ts'
import type { OwnJob } from './own-job.ts'
import type { JobParts } from './parts.ts'
import { pause } from './pause.ts'

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
