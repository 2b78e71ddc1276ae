import type { JobSummary } from '../model/job.ts'
import type { Processes } from '../ports/processes.ts'

/** How often an owner gives a sign of life. */
export const beatMs = 1_000

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
