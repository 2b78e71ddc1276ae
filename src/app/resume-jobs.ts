import type { Caller } from '../core/contract/caller.ts'
import { invoke } from '../core/contract/invoke.ts'
import type { JobSummary } from '../core/model/job.ts'
import type { Wired } from './wire.ts'

/** Long enough for the silence of a process that was killed just before this one was started. */
const delayMs = 5_000

/** A job that ended its process this often is left to a person. */
const mostAttempts = 3

const servedSurfaces = ['stdio', 'http', 'rest'] as const

/**
 * Takes up the work that earlier servers had promised to go on with, one job after the other, by calling its tool again
 * as its caller did: what that caller may not do is refused again. Work of a person at a shell is left to that person.
 */
export function resumeSoon(wired: Wired, stopping: AbortSignal): void {
  if (!wired.config.values['jobs.resume']) return
  const resume = () =>
    resumeJobs(wired, stopping).catch((error: unknown) =>
      wired.log.write('warn', 'resume', { problem: String(error) }),
    )
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

/** Who is to be taken to call again; null where nobody is. */
function callerOf({ state, isRepeatable, attempt, origin }: JobSummary): Caller | null {
  if (state !== 'interrupted' || !isRepeatable || attempt >= mostAttempts) return null
  const surface = servedSurfaces.find(name => name === origin.surface)
  return surface === undefined ? null : { surface, isLocal: origin.isLocal }
}
