import type { Outcome } from '../core/contract/invoke.ts'
import type { ToolTable } from '../core/contract/tool-table.ts'
import type { Engine } from '../core/engine.ts'
import type { Host } from '../core/feature.ts'
import { fromJobFailure } from '../core/jobs/own-job.ts'
import type { JobRecord } from '../core/model/job.ts'
import type { TaskProvider } from '../surfaces/mcp/tasks.ts'

/** Jobs as MCP tasks: their results are what the tool would have answered, in the words of its toolset. */
export function jobTasks({ jobs }: Pick<Engine, 'jobs'>, table: ToolTable<Host>): TaskProvider {
  return {
    async get(id) {
      const page = await jobs.get(id, { offset: 0, limit: 0 })
      if (page === null) return null
      const { state, createdAt, updatedAt } = page.job
      return {
        id,
        state,
        message: describe(page.job),
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

function describe({ state, progress, title }: JobRecord): string {
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
