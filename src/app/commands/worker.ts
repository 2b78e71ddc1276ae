import type { CommandCall } from '../../core/contract/shell/command.ts'
import { pause } from '../../core/jobs/heartbeat.ts'
import type { JobSummary } from '../../core/model/job.ts'
import type { App } from '../app.ts'
import { systemClock } from '../clock.ts'
import { type Resuming, resumeJobs, withAllTools } from '../resume-jobs.ts'

/** How often it looks for work. */
const roundMs = 2_000
const firstWaitMs = 5_000
const longestWaitMs = 10 * 60_000

/**
 * `quire worker`: continues jobs that servers and other workers have left, and makes vectors that are missing, until it is
 * stopped. Any number may run, on any machine that shares the store.
 */
export async function worker(app: App, { terminal, signal }: CommandCall): Promise<number> {
  const wired = await app.open('info', { serves: true })
  terminal.note(`Quire ${wired.info.version} works on the jobs of ${wired.parts.store.description}.`)
  await work(await withAllTools(wired), signal)
  return 0
}

/** Works until the signal aborts. */
export async function work(resuming: Resuming, signal: AbortSignal): Promise<void> {
  const { engine, log } = resuming
  while (!signal.aborted) {
    try {
      await engine.takeUpVectors()
      await resumeJobs(resuming, signal, isDue)
    } catch (error) {
      // The store may be unreachable for some time.
      if (!signal.aborted) log.write('warn', 'worker', { problem: String(error) })
    }
    await pause(systemClock, roundMs, signal)
  }
}

/** The more often a job was interrupted, the longer it waits: what it does may be what ends its processes. */
function isDue({ attempt, heartbeatAt }: JobSummary): boolean {
  const wait = Math.min(firstWaitMs * 2 ** (attempt - 1), longestWaitMs)
  return Date.parse(systemClock.now()) - Date.parse(heartbeatAt) >= wait
}
