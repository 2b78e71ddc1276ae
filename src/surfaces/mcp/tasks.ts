import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type Server,
  type ServerContext,
  type StandardSchemaV1,
} from '@modelcontextprotocol/server'
import type { Outcome } from '../../core/contract/invoke.ts'
import { requireRights } from '../../core/contract/permissions.ts'
import { quoteLine } from '../../core/model/failure.ts'
import type { JobState } from '../../core/model/job.ts'
import { currentRights } from '../../core/model/rights.ts'
import { toCallToolResult } from './mcp-tools.ts'

/** A job as a task of the protocol's tasks extension (SEP-2663). */
export type Task = {
  id: string
  state: JobState
  message: string
  createdAt: string
  updatedAt: string
  /** What the call returns; null until it is known. */
  outcome: Outcome | null
}

export type TaskProvider = {
  get(id: string): Promise<Task | null>
  cancel(id: string, signal: AbortSignal): Promise<void>
}

export const tasksExtension = 'io.modelcontextprotocol/tasks'

/** How long a call waits for its result before it becomes a task. */
export const taskPatienceMs = 3_000

const pollIntervalMs = 1_000

const statusOf = {
  running: 'working',
  done: 'completed',
  failed: 'completed',
  cancelled: 'cancelled',
  interrupted: 'failed',
} as const satisfies Record<JobState, string>

/** Whether the client declared with this request that it supports tasks. */
export function speaksTasks(context: ServerContext): boolean {
  const envelope: Record<string, unknown> = { ...context.mcpReq.envelope }
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY]
  const extensions = fieldOf(capabilities, 'extensions')
  return fieldOf(extensions, tasksExtension) !== undefined
}

/** The id of the job that continues a call, from its value or its timeout; null when the call has ended. */
export function jobOf(outcome: Outcome): string | null {
  const facts = outcome.ok ? outcome.value : outcome.failure.details
  const isRunning = outcome.ok ? facts.status === 'running' : outcome.failure.code === 'TIMEOUT'
  return isRunning && typeof facts.job_id === 'string' ? facts.job_id : null
}

/** The result of a call that became a task. */
export function taskCreated(task: Task): Result {
  return { resultType: 'task', ...toTaskFields(task), content: [] }
}

/** Handles tasks/get, tasks/cancel and tasks/update for clients that declared the extension. */
export function serveTasks(server: Server, tasks: TaskProvider): void {
  const find = async (taskId: string, context: ServerContext) => {
    if (!speaksTasks(context))
      throw new MissingRequiredClientCapabilityError({
        requiredCapabilities: { extensions: { [tasksExtension]: {} } },
      })
    const task = await tasks.get(taskId)
    if (task !== null) return task
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no task ${JSON.stringify(quoteLine(taskId, 200))}.`,
    )
  }
  server.setRequestHandler('tasks/get', { params: taskParams }, async ({ taskId }, context) => {
    const task = await find(taskId, context)
    return { ...toTaskFields(task), ...endOf(task) }
  })
  server.setRequestHandler('tasks/cancel', { params: taskParams }, async ({ taskId }, context) => {
    await find(taskId, context)
    requireRights({ name: 'tasks/cancel', access: 'destroy' }, currentRights())
    await tasks.cancel(taskId, context.mcpReq.signal)
    return {}
  })
  // No tool sends requests to its client, so there is nothing to update.
  server.setRequestHandler('tasks/update', { params: taskParams }, async ({ taskId }, context) => {
    await find(taskId, context)
    return {}
  })
}

function toTaskFields({ id, state, message, createdAt, updatedAt }: Task) {
  return {
    taskId: id,
    status: statusOf[state],
    statusMessage: message,
    createdAt,
    lastUpdatedAt: updatedAt,
    ttlMs: null,
    pollIntervalMs,
  }
}

/** A tool that failed is `completed` with an error; `failed` is for work that has no outcome. */
function endOf({ state, message, outcome }: Task): Result {
  if (state === 'interrupted') return { error: { code: ProtocolErrorCode.InternalError, message } }
  const hasAnswer = (state === 'done' || state === 'failed') && outcome !== null
  return hasAnswer ? { result: toCallToolResult(outcome) } : {}
}

const taskParams: StandardSchemaV1<unknown, { taskId: string }> = {
  '~standard': {
    version: 1,
    vendor: 'quire',
    validate(value) {
      const taskId = fieldOf(value, 'taskId')
      if (typeof taskId === 'string') return { value: { taskId } }
      return { issues: [{ message: 'taskId must be a string', path: ['taskId'] }] }
    },
  },
}

function fieldOf(value: unknown, field: string): unknown {
  if (value === null || typeof value !== 'object') return undefined
  return Object.entries(value).find(([name]) => name === field)?.[1]
}
