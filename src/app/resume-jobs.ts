import type { Caller } from '../core/contract/caller.ts'
import { invoke } from '../core/contract/invoke.ts'
import { toolTable } from '../core/contract/tool-table.ts'
import type { JobSummary } from '../core/model/job.ts'
import type { Wired } from './wire.ts'

/** Long enough to detect that a process was killed just before this one was started. */
const delayMs = 5_000

/** A job that was interrupted this often is not resumed automatically. */
const mostAttempts = 3

const servedSurfaces = ['stdio', 'http', 'rest'] as const

/**
 * Resumes the unfinished jobs of earlier servers, one after another, by calling the tool again with the same input and
 * the same caller, so that the same permissions apply. Jobs that were started at a shell are not resumed.
 */
export function resumeSoon(wired: Wired, stopping: AbortSignal): void {
  if (!wired.config.values['jobs.resume']) return
  const resume = async () => {
    try {
      // REST and the page offer every toolset unless the settings choose.
      const table = wired.isBounded ? wired.table : toolTable(await wired.toolsets())
      await resumeJobs({ ...wired, table }, stopping)
    } catch (error) {
      wired.log.write('warn', 'resume', { problem: String(error) })
    }
  }
  setTimeout(resume, delayMs).unref()
}

export async function resumeJobs(
  { engine, table, runtime, log }: Pick<Wired, 'engine' | 'table' | 'runtime' | 'log'>,
  stopping: AbortSignal,
): Promise<void> {
  const live = await engine.jobs.list({ states: ['running', 'interrupted'], limit: 100 })
  for (const job of live.toReversed()) {
    const row = table.find(job.kind)
    const caller = callerOf(job)
    if (stopping.aborted || row === undefined || caller === null) continue
    log.write('info', 'resume', { job_id: job.id, kind: job.kind, attempt: job.attempt + 1 })
    const outcome = await invoke(row, { input: job.input, caller, patienceMs: 0, signal: stopping }, runtime)
    if (outcome.ok) for await (const _change of engine.jobs.watch(job.id, stopping));
  }
}

/** Returns the caller with which a job is resumed; null if the job must not be resumed. */
function callerOf({ state, isRepeatable, attempt, origin }: JobSummary): Caller | null {
  if (state !== 'interrupted' || !isRepeatable || attempt >= mostAttempts) return null
  const surface = servedSurfaces.find(name => name === origin.surface)
  return surface === undefined ? null : { surface, isLocal: origin.isLocal }
}
