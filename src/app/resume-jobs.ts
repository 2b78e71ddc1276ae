import { hostname } from 'node:os'
import type { Caller } from '../core/contract/caller.ts'
import { invoke } from '../core/contract/invoke.ts'
import { toolTable } from '../core/contract/tool-table.ts'
import { Failure } from '../core/model/failure.ts'
import type { JobSummary } from '../core/model/job.ts'
import type { JsonValue } from '../core/model/json.ts'
import { person, withRights } from '../core/model/rights.ts'
import { systemClock } from './clock.ts'
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
      await resumeJobs(await withAllTools(wired), stopping)
    } catch (error) {
      wired.log.write('warn', 'resume', { problem: String(error) })
    }
  }
  setTimeout(resume, delayMs).unref()
}

/** REST and the page offer every toolset unless the settings choose. */
export async function withAllTools(wired: Wired): Promise<Resuming> {
  return { ...wired, table: wired.isBounded ? wired.table : toolTable(await wired.toolsets()) }
}

export type Resuming = Pick<Wired, 'engine' | 'table' | 'runtime' | 'log' | 'tokens'>

/** Resumes every job that may be resumed now; returns how many. */
export async function resumeJobs(
  resuming: Resuming,
  stopping: AbortSignal,
  isDue: (job: JobSummary) => boolean = () => true,
): Promise<number> {
  const { engine, table, runtime, log } = resuming
  const tried = new Set<string>()
  for (;;) {
    if (stopping.aborted) return tried.size
    const job = await engine.jobs.claim(
      one => !tried.has(one.id) && isResumable(one) && table.find(one.kind) !== undefined && isDue(one),
    )
    const row = job === null ? undefined : table.find(job.kind)
    const caller = job === null ? null : callerOf(job)
    if (job === null || row === undefined || caller === null) return tried.size
    tried.add(job.id)
    const ended = await findEndedToken(job, resuming)
    if (ended !== null) {
      log.write('warn', 'resume', { job_id: job.id, kind: job.kind, outcome: ended.code })
      await engine.jobs.cancel(job.id, stopping, ended)
      continue
    }
    log.write('info', 'resume', { job_id: job.id, kind: job.kind, attempt: job.attempt + 1 })
    const outcome = await withRights(job.origin.rights ?? person, () =>
      invoke(row, { input: job.input, caller, patienceMs: 0, signal: stopping }, runtime),
    )
    if (outcome.ok) for await (const _change of engine.jobs.watch(job.id, stopping));
  }
}

/**
 * Why a job may not go on: the token of its caller was revoked or has expired meanwhile. A JWT is not known here: it gave
 * its rights when the job was started.
 */
async function findEndedToken({ origin }: JobSummary, { tokens }: Resuming): Promise<Failure | null> {
  const token = origin.rights?.id == null ? null : await tokens.find(origin.rights.id)
  if (token === null) return null
  const { revokedAt, expiresAt } = token
  const hasExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.parse(systemClock.now())
  if (revokedAt === null && !hasExpired) return null
  const what = revokedAt === null ? 'has expired' : 'was revoked'
  return new Failure('forbidden', 'FORBIDDEN', `The token that started this job ${what}.`, {
    hint: 'What the job had finished stays. Call the tool again with another token to continue with the rest.',
  })
}

/** A job that names a path of another machine is left to that machine. */
function isResumable(job: JobSummary): boolean {
  const { isRepeatable, attempt, owner, input } = job
  if (!isRepeatable || attempt >= mostAttempts || callerOf(job) === null) return false
  return owner.host === hostname() || !namesPath(input)
}

/** Returns the caller with which a job is resumed; null if the job must not be resumed. */
function callerOf({ origin }: JobSummary): Caller | null {
  const surface = servedSurfaces.find(name => name === origin.surface)
  return surface === undefined ? null : { surface, isLocal: origin.isLocal }
}

const pathFields = /^(path|folder|file|directory|source|repo_url)s?$|_(path|folder|file)s?$/
const webAddress = /^https?:\/\//i
const absolutePath = /^(\/|~|\.{1,2}[/\\]|[a-z]:[/\\]|\\\\|file:)/i

/** Whether the input names a file or folder. What looks like one counts: a job that waits is better than one that fails. */
export function namesPath(value: JsonValue, field = ''): boolean {
  if (Array.isArray(value)) return value.some(item => namesPath(item, field))
  if (value !== null && typeof value === 'object')
    return Object.entries(value).some(([key, item]) => item !== undefined && namesPath(item, key))
  if (typeof value !== 'string' || webAddress.test(value)) return false
  return absolutePath.test(value) || (pathFields.test(field) && value !== '')
}
