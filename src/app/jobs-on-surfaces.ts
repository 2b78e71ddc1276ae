import type { Outcome } from '../core/contract/invoke.ts'
import { jobOnWire } from '../core/contract/job-fields.ts'
import type { ToolTable } from '../core/contract/tool-table.ts'
import type { Engine } from '../core/engine.ts'
import type { Host } from '../core/feature.ts'
import type { Jobs } from '../core/jobs/job-request.ts'
import { fromJobFailure } from '../core/jobs/own-job.ts'
import type { JobRecord } from '../core/model/job.ts'
import type { TaskProvider } from '../surfaces/mcp/tasks.ts'
import type { JobFeed } from '../surfaces/rest/event-streams.ts'
import type { Wired } from './wire.ts'

/** Presents jobs as MCP tasks. The result of a task is the answer of its tool, with failures worded by the toolset. */
export function jobTasks({ jobs }: Pick<Engine, 'jobs'>, table: ToolTable<Host>): TaskProvider {
  return {
    async get(id) {
      const page = await jobs.get(id, { offset: 0, limit: 0 })
      if (page === null) return null
      const { state, createdAt, updatedAt } = page.job
      return {
        id,
        state,
        message: statusMessage(page.job),
        createdAt,
        updatedAt,
        outcome: outcomeOf(page.job, table),
      }
    },
    async cancel(id, signal) {
      await jobs.cancel(id, signal)
    },
  }
}

function statusMessage({ state, progress, title }: JobRecord): string {
  if (state === 'interrupted')
    return 'The process that did the work is gone. Call the tool again with the same input to go on.'
  if (state !== 'running') return title
  return progress.total === null || progress.message.startsWith(`${progress.done}/`)
    ? progress.message
    : `${progress.done} of ${progress.total}: ${progress.message}`
}

function outcomeOf(job: JobRecord, table: ToolTable<Host>): Outcome | null {
  const { kind, correlationId, result, failure } = job
  const toolset = table.find(kind)?.toolset
  if (failure !== null) {
    const told = fromJobFailure(failure)
    const worded = toolset?.wordFailure(told, { tool: kind, correlationId }) ?? told.message
    return { ok: false, failure: told, worded, correlationId }
  }
  if (result === null || typeof result !== 'object' || Array.isArray(result)) return null
  return { ok: true, value: toolset?.stampValue?.(result, correlationId) ?? result, correlationId }
}

/** Limits the wait for a document that does not stop. A second Ctrl-C ends the program at once. */
const longestWaitMs = 30_000

/** Waits for the job of a call to end and returns it; null if there is no job or it does not end in time. */
export async function endedJob(jobs: Jobs, correlationId: string): Promise<Record<string, unknown> | null> {
  const [job] = (await jobs.list({ states: null, limit: 20 })).filter(
    candidate => candidate.correlationId === correlationId,
  )
  if (job === undefined) return null
  let last = job
  for await (const seen of jobs.watch(job.id, AbortSignal.timeout(longestWaitMs))) last = seen
  return last.state === 'running' ? null : jobOnWire(last)
}

/** Returns the jobs for the event stream, with the same fields as in the tools that list jobs. */
export function jobFeed({ engine }: Pick<Wired, 'engine'>): JobFeed {
  return async function* (id, signal) {
    for await (const job of engine.jobs.watch(id, signal))
      yield { revision: job.revision, isOver: job.state !== 'running', value: jobOnWire(job) }
  }
}
