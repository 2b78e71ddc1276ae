import { jobOnWire } from '../core/contract/job-fields.ts'
import type { Jobs } from '../core/jobs/job-request.ts'

/** A second Ctrl-C ends the program at once; this only keeps one document that cannot stop from holding up the rest. */
const longestWaitMs = 30_000

/** The job that a call had started, as it is when its work has ended; null when it left no record or does not end. */
export async function endedJob(jobs: Jobs, correlationId: string): Promise<Record<string, unknown> | null> {
  const [job] = (await jobs.list({ states: null, limit: 20 })).filter(
    candidate => candidate.correlationId === correlationId,
  )
  if (job === undefined) return null
  let last = job
  for await (const seen of jobs.watch(job.id, AbortSignal.timeout(longestWaitMs))) last = seen
  return last.state === 'running' ? null : jobOnWire(last)
}
