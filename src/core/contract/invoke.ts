import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { abortFailure, Failure } from '../model/failure.ts'
import { type Progress, type ReportProgress, silent } from '../model/progress.ts'
import type { Caller } from './caller.ts'
import type { Tool } from './define-tool.ts'
import type { WordedFailure } from './define-toolset.ts'
import { openPage } from './open-page.ts'
import { parseInput } from './parse-input.ts'
import type { ToolRow } from './tool-table.ts'

/** What `invoke` needs of the process; wired once by `app`. */
export type Runtime<Services> = {
  /** What a tool is run with: what every tool is given, and what its feature opens for it. */
  services(of: { feature?: string }): Services | Promise<Services>
  clock: { elapsed(): number; timeout(ms: number): { signal: AbortSignal; dispose(): void } }
  log: {
    write(
      level: 'debug' | 'info' | 'warn' | 'error',
      event: string,
      fields?: Record<string, string | number | boolean | null>,
    ): void
  }
}

export type Call = {
  input: unknown
  caller: Caller
  signal?: AbortSignal
  progress?: ReportProgress
  correlationId?: string
  /** What the caller will write around the answer, to be counted with it against `max_tokens`. */
  wrapperTokens?: number
  /** Answer within this time, where the tool's work may go on as a job; never longer than it would be otherwise. */
  patienceMs?: number
}

export type Outcome =
  | { ok: true; value: Record<string, unknown>; correlationId: string }
  | { ok: false; failure: Failure; worded: WordedFailure; correlationId: string }

/** The only road in: parse input, start the clock, run, parse output, cut to the page asked for: a value or a Failure. */
export async function invoke<Services>(
  row: ToolRow<Services>,
  call: Call,
  runtime: Runtime<Services>,
): Promise<Outcome> {
  const { tool, toolset } = row
  const correlationId = call.correlationId ?? randomUUID()
  const startedAt = runtime.clock.elapsed()
  const report = call.progress ?? silent
  const limit = tool.outlives === true ? null : runtime.clock.timeout(tool.timeoutMs)
  const meaningMs = tool.timeoutMs * meaningShare
  const meaning: { timer?: ReturnType<typeof runtime.clock.timeout> } = {}
  const signal = AbortSignal.any([call.signal, limit?.signal].filter(signal => signal !== undefined))
  let reached: Progress | null = null
  const finish = (level: 'info' | 'warn' | 'error', outcome: string) =>
    runtime.log.write(level, 'call', {
      tool: tool.name,
      surface: call.caller.surface,
      correlation_id: correlationId,
      ms: Math.round(runtime.clock.elapsed() - startedAt),
      outcome,
    })
  try {
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
      // Most tools never ask for it; the time that has passed counts.
      get meaningBy() {
        const passedMs = runtime.clock.elapsed() - startedAt
        meaning.timer ??= runtime.clock.timeout(Math.max(0, meaningMs - passedMs))
        return { signal: meaning.timer.signal, ms: meaningMs }
      },
    }
    const answer = await untilAborted(tool.run(context, page.input), signal)
    const parsed = parseOutput(tool.output, answer, tool.name)
    const value = page.cut(toolset.stampValue?.(parsed, correlationId) ?? parsed)
    finish('info', 'ok')
    return { ok: true, value, correlationId }
  } catch (error) {
    const plain = toFailure(error, signal)
    // A tool that has more to tell of its timeout gives a hint of its own.
    const isBare = plain.code === 'TIMEOUT' && plain.hint === null
    const failure = isBare && limit?.signal.aborted ? timeoutFailure(tool, reached, plain) : plain
    finish(failure.kind === 'internal' ? 'error' : 'warn', failure.code)
    if (failure.kind === 'internal') runtime.log.write('error', 'surprise', describeCause(failure))
    const worded = toolset.wordFailure(failure, { tool: tool.name, correlationId })
    return { ok: false, failure, worded, correlationId }
  } finally {
    limit?.dispose()
    meaning.timer?.dispose()
  }
}

/** The same, where the runtime may have to be opened first. When that fails, the call fails in its toolset's shape. */
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

/** Of a tool's time, what its question may wait for the embedding model; ranking by words runs meanwhile. */
const meaningShare = 0.6

/** Answers must leave before the limit is over; a person at a shell sees the progress and waits. */
function patienceOf(timeoutMs: number, caller: Caller): number {
  return caller.surface === 'cli' ? Number.POSITIVE_INFINITY : timeoutMs * 0.9
}

function parseOutput(schema: z.ZodObject, answer: unknown, tool: string): Record<string, unknown> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new Error(`${tool} answered what it did not promise: ${parsed.error.message}`)
}

/** Settles as soon as the signal aborts, even when the work is slow to notice. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(abortFailure(signal))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    // Also when it has been given up: work that fails afterwards must not bring the process down.
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

/** Inputs that make an answer smaller, in the order in which they are worth trying. */
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

/** What a caller needs to know of a call whose time is over: which, how long, what became of it, what to do. */
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
    ...(step === null ? [] : [`It had come to: ${step}.`]),
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
  if (openWorld === true) return 'The other server may have carried it out all the same.'
  return 'What it had begun was undone.'
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
  if (tool.openWorld === true) return 'Look at what is there before you call it again.'
  return tool.idempotent === true
    ? 'Call it again with the same input: repeating it is safe.'
    : 'Call it again, with less at a time if that is possible.'
}
