import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { abortFailure, Failure } from '../model/failure.ts'
import { type Progress, type ReportProgress, silent } from '../model/progress.ts'
import { currentRights } from '../model/rights.ts'
import { withTimeLeft } from '../model/time-left.ts'
import type { Caller } from './caller.ts'
import type { Tool } from './define-tool.ts'
import type { WordedFailure } from './define-toolset.ts'
import { openPage } from './open-page.ts'
import { parseInput } from './parse-input.ts'
import { requireRights } from './permissions.ts'
import type { ToolRow } from './tool-table.ts'

/** What `invoke` needs; created once by `app`. */
export type Runtime<Services> = {
  /** Returns what a tool runs with: the host, and what its feature opened. */
  services(of: { feature?: string }): Services | Promise<Services>
  clock: { elapsed(): number; timeout(ms: number): { signal: AbortSignal; ms?: number; dispose(): void } }
  log: {
    write(
      level: 'debug' | 'info' | 'warn' | 'error',
      event: string,
      fields?: Record<string, string | number | boolean | null>,
    ): void
  }
  /** Counts a call of a token; throws RATE_LIMITED when it comes too early. Without it there are no limits. */
  limit?(token: string, tool: string): void
  /** Told of every call of a token that may have changed something, and of everything that was refused. */
  audit?(entry: AuditedCall | RefusedRequest): void
}

/** A call as the audit trail records it. `token` is the id of the token, `name` what whoever added it calls it. */
export type AuditedCall = {
  token: string
  name: string | null
  role: string
  tool: string
  surface: string
  correlationId: string
  /** "ok", or the code of the failure. */
  outcome: string
  /** Address of the client, where it is known. */
  client?: string
}

/** A request that was refused before it reached a tool. `token` is the id of a token that is over; null: not known. */
export type RefusedRequest = {
  token: string | null
  method: string
  path: string
  outcome: string
  client?: string
}

export type Call = {
  input: unknown
  caller: Caller
  signal?: AbortSignal
  progress?: ReportProgress
  correlationId?: string
  /** Tokens that the caller adds around the answer; they count against `max_tokens`. */
  wrapperTokens?: number
  /** Return within this time if the work can continue as a job. Can only shorten the tool's own limit. */
  patienceMs?: number
}

export type Outcome =
  | { ok: true; value: Record<string, unknown>; correlationId: string }
  | { ok: false; failure: Failure; worded: WordedFailure; correlationId: string }

/**
 * Runs a tool: parses the input, starts the time limit, runs, parses the output and cuts it to the requested page. All
 * surfaces call tools through this function. Never throws: returns a value or a Failure.
 */
export async function invoke<Services>(
  row: ToolRow<Services>,
  call: Call,
  runtime: Runtime<Services>,
): Promise<Outcome> {
  const { tool, toolset } = row
  const rights = currentRights()
  const correlationId = call.correlationId ?? randomUUID()
  const startedAt = runtime.clock.elapsed()
  const report = call.progress ?? silent
  const limit = tool.outlives === true ? null : runtime.clock.timeout(tool.timeoutMs)
  const meaningMs = tool.timeoutMs * meaningShare
  const meaning: { timer?: ReturnType<typeof runtime.clock.timeout> } = {}
  const signal = AbortSignal.any([call.signal, limit?.signal].filter(signal => signal !== undefined))
  let reached: Progress | null = null
  /** Within its limit: what it leaves behind has no time limit any more. */
  let hasEnded = false
  const finish = (level: 'info' | 'warn' | 'error', outcome: string) => {
    const { surface } = call.caller
    runtime.log.write(level, 'call', {
      tool: tool.name,
      surface,
      correlation_id: correlationId,
      ms: Math.round(runtime.clock.elapsed() - startedAt),
      outcome,
      ...(rights.id === null ? {} : { token: rights.id }),
    })
    const isAudited = tool.access !== 'read' || outcome === 'FORBIDDEN' || outcome === 'RATE_LIMITED'
    if (rights.id !== null && isAudited)
      runtime.audit?.({
        token: rights.id,
        name: rights.name ?? null,
        role: rights.role,
        tool: tool.name,
        surface,
        correlationId,
        outcome,
      })
  }
  try {
    requireRights(tool, rights)
    if (rights.id !== null) runtime.limit?.(rights.id, tool.name)
    const page = openPage(tool, parseInput(tool, call.input), call)
    const services = await untilAborted(Promise.resolve(runtime.services(tool)), signal)
    const context = {
      ...services,
      signal,
      progress: (progress: Progress) => {
        reached = progress
        report(progress)
      },
      caller: call.caller,
      correlationId,
      patienceMs: Math.min(
        call.patienceMs ?? Number.POSITIVE_INFINITY,
        patienceOf(tool.timeoutMs, call.caller),
      ),
      // A getter, because most tools do not use it. Time that has already passed counts.
      get meaningBy() {
        const passedMs = runtime.clock.elapsed() - startedAt
        meaning.timer ??= runtime.clock.timeout(Math.max(0, meaningMs - passedMs))
        return { signal: meaning.timer.signal, ms: meaningMs }
      },
    }
    const run = () => tool.run(context, page.input)
    const endsAt = startedAt + (limit?.ms ?? Number.POSITIVE_INFINITY)
    const leftMs = () => (hasEnded ? Number.POSITIVE_INFINITY : endsAt - runtime.clock.elapsed())
    const timed = limit?.ms === undefined ? run() : withTimeLeft(leftMs, run)
    const answer = await untilAborted(timed, signal)
    const parsed = parseOutput(tool.output, answer, tool.name)
    const value = page.cut(toolset.stampValue?.(parsed, correlationId) ?? parsed)
    finish('info', 'ok')
    return { ok: true, value, correlationId }
  } catch (error) {
    const plain = toFailure(error, signal)
    // A tool may throw its own TIMEOUT with a hint; that one is kept.
    const isBare = plain.code === 'TIMEOUT' && plain.hint === null
    const failure = isBare && limit?.signal.aborted ? timeoutFailure(tool, reached, plain) : plain
    finish(failure.kind === 'internal' ? 'error' : 'warn', failure.code)
    if (failure.kind === 'internal') runtime.log.write('error', 'surprise', describeCause(failure))
    const worded = toolset.wordFailure(failure, { tool: tool.name, correlationId })
    return { ok: false, failure, worded, correlationId }
  } finally {
    hasEnded = limit?.signal.aborted !== true
    limit?.dispose()
    meaning.timer?.dispose()
  }
}

/** Opens the runtime and calls `invoke`. When opening fails, returns the failure in the format of the toolset. */
export async function invokeOpening<Services>(
  row: ToolRow<Services>,
  call: Call,
  { runtime, run = invoke }: { runtime(): Promise<Runtime<Services>>; run?: typeof invoke },
): Promise<Outcome> {
  let opened: Runtime<Services>
  try {
    opened = await runtime()
  } catch (error) {
    const correlationId = call.correlationId ?? randomUUID()
    const failure = toFailure(error, new AbortController().signal)
    const worded = row.toolset.wordFailure(failure, { tool: row.tool.name, correlationId })
    return { ok: false, failure, worded, correlationId }
  }
  return run(row, call, opened)
}

/** Share of a tool's time limit that a search may wait for the embedding model. Ranking by words runs at the same time. */
const meaningShare = 0.6

/** A tool must return before its time limit ends. At the CLI a person sees the progress, so there is no limit. */
function patienceOf(timeoutMs: number, caller: Caller): number {
  return caller.surface === 'cli' ? Number.POSITIVE_INFINITY : timeoutMs * 0.9
}

function parseOutput(schema: z.ZodObject, answer: unknown, tool: string): Record<string, unknown> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new Error(`The output of ${tool} does not match its schema: ${parsed.error.message}`)
}

/** Rejects as soon as the signal aborts, even when the work reacts late. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(abortFailure(signal))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    // Handles rejections after an abort as well: otherwise they would end the process.
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

function toFailure(error: unknown, signal: AbortSignal): Failure {
  if (error instanceof Failure) return error
  if (signal.aborted) return abortFailure(signal)
  return new Failure('internal', 'INTERNAL_ERROR', 'Something went wrong inside the server.', {
    hint: 'The server log has the details under this correlation id.',
    cause: error,
  })
}

function describeCause(failure: Failure): Record<string, string> {
  const cause = failure.cause
  return { error: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }
}

/** Inputs that make a call cheaper, the most effective first. */
const narrowing = [
  'top_k',
  'match_count',
  'limit',
  'sample',
  'max_depth',
  'max_pages',
  'library',
  'project',
  'filter',
  'filters',
  'date_from',
  'query',
]

/** A TIMEOUT with the limit, the step that was reached, whether anything was changed, and what to do next. */
function timeoutFailure<Services>(
  tool: Pick<Tool<Services>, 'name' | 'access' | 'timeoutMs' | 'idempotent' | 'openWorld' | 'input'>,
  reached: Progress | null,
  cause: Failure,
): Failure {
  const seconds = tool.timeoutMs / 1000
  const done = stateOf(tool)
  const step = reached === null ? null : stepOf(reached)
  const message = [
    `${tool.name} did not finish within its limit of ${seconds} s and was cancelled.`,
    done,
    ...(step === null ? [] : [`The last step was: ${step}.`]),
  ].join(' ')
  return new Failure('timeout', 'TIMEOUT', message, {
    hint: nextOf(tool),
    details: { ...cause.details, tool: tool.name, limit_seconds: seconds, done, progress: step },
    cause,
  })
}

type Access = Pick<Tool<never>, 'access' | 'openWorld'>

function stateOf({ access, openWorld }: Access): string {
  if (access === 'read') return 'Nothing was changed.'
  if (openWorld === true) return 'The other server may still have carried it out.'
  return 'Its changes were rolled back.'
}

function stepOf({ done, total, message }: Progress): string {
  const count = total === null ? '' : ` (${done} of ${total})`
  return `${message.replace(/[.\s]+$/, '')}${count}`
}

function nextOf(tool: Access & { idempotent?: boolean; input: { shape: object } }): string {
  if (tool.access === 'read') {
    const fields = narrowing.filter(name => name in tool.input.shape).slice(0, 3)
    if (fields.length === 0) return 'Try again in a moment.'
    return `Try again in a moment, or ask for less with ${fields.join(', ')}.`
  }
  if (tool.openWorld === true) return 'Check the current state before you call it again.'
  return tool.idempotent === true
    ? 'Call it again with the same input: repeating it is safe.'
    : 'Call it again, with a smaller input if possible.'
}
