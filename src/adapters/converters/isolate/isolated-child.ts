import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Converted } from '../../../model/document.ts'
import { abortFailure, Failure, throwIfAborted } from '../../../model/failure.ts'
import type { ReportProgress } from '../../../model/progress.ts'
import { measureMemory } from './measure-memory.ts'
import { type Order, type Report, unpackFailure } from './messages.ts'

/** `timeMs` is the longest a conversion may take without getting forward, by its own progress reports. */
export type ChildLimits = { timeMs: number; memoryBytes: number }

/** What one conversion took: for surveys and logs. */
export type ChildUse = { name: string; ms: number; peakBytes: number }

export type IsolatedChild = {
  /** Whether it can take another order. A child that had to be stopped cannot. */
  isAlive(): boolean
  convert(order: Order, context: { signal: AbortSignal; progress: ReportProgress }): Promise<Converted>
  peakBytes(): number
  kill(): void
}

const pollMs = 100

/** Starts a child that shares nothing with us but its orders: own memory limit, own environment, no stdout. */
export function startChild(
  limits: ChildLimits,
  environment: Readonly<Record<string, string>>,
): IsolatedChild {
  const child = forkChild(limits, environment)
  const complaint = keepTail(child)
  let peak = 0
  let alive = true
  const kill = (): void => {
    alive = false
    killTree(child)
  }
  child.on('exit', () => {
    alive = false
  })
  // Without a listener the error of a failed start would end our own process; a conversion reports it.
  child.on('error', () => kill())
  keepsUsAlive(child, false)
  return {
    isAlive: () => alive && child.connected,
    peakBytes: () => peak,
    kill,
    async convert(order, { signal, progress }) {
      throwIfAborted(signal)
      peak = 0
      let done = 0
      keepsUsAlive(child, true)
      const { name } = order.raw
      const ended = Promise.withResolvers<Converted>()
      const fail = (failure: Failure): void => {
        kill()
        ended.reject(failure)
      }
      const measure = async (): Promise<void> => {
        const bytes = child.pid === undefined ? 0 : await measureMemory(child.pid)
        peak = Math.max(peak, bytes)
        if (bytes > limits.memoryBytes) fail(tooMuchMemory(name, limits))
      }
      const hear = (report: Report): void => {
        if (report.kind === 'progress') {
          if (report.progress.done > done) clock.refresh()
          done = Math.max(done, report.progress.done)
          progress(report.progress)
        }
        if (report.kind === 'converted') ended.resolve(report.converted)
        if (report.kind === 'failed') ended.reject(unpackFailure(report.failure))
      }
      const mourn = (code: number | null, cause: string | null): void =>
        fail(crashed(name, cause ?? `exit code ${code}`, complaint()))
      const obey = (): void => fail(abortFailure(signal))
      const poll = setInterval(() => void measure(), pollMs)
      const clock = setTimeout(() => fail(tooLong(name, limits)), limits.timeMs)
      signal.addEventListener('abort', obey)
      child.on('message', hear).on('exit', mourn)
      try {
        child.send(order, error => {
          if (error) fail(crashed(name, error.message, complaint()))
        })
        return await ended.promise
      } finally {
        clearInterval(poll)
        clearTimeout(clock)
        signal.removeEventListener('abort', obey)
        child.off('message', hear).off('exit', mourn)
        keepsUsAlive(child, false)
      }
    },
  }
}

function forkChild(limits: ChildLimits, environment: Readonly<Record<string, string>>): ChildProcess {
  // The built form of the program has the same name with the ending this file has.
  const ending = import.meta.url.slice(import.meta.url.lastIndexOf('.'))
  return fork(fileURLToPath(new URL(`./child${ending}`, import.meta.url)), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...environment },
    // A group of its own, so that the programs it started end with it.
    detached: true,
    // Two thirds for JavaScript: what libraries hold outside of its heap counts as well.
    execArgv: ['--no-warnings', `--max-old-space-size=${Math.round(limits.memoryBytes / 1_500_000)}`],
  })
}

function killTree(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // No such group: it is gone already, or the system has none.
    child.kill('SIGKILL')
  }
}

/** The last words on stderr, which are all that is left of a crash. */
function keepTail(child: ChildProcess): () => string {
  let tail = ''
  child.stderr?.on('data', (data: Buffer) => {
    tail = (tail + data.toString()).slice(-2000)
  })
  return () => tail
}

/** An idle child must not keep a finished program from ending. */
function keepsUsAlive(child: ChildProcess, isBusy: boolean): void {
  const stderr = child.stderr as (typeof child.stderr & { ref?(): void; unref?(): void }) | null
  if (isBusy) {
    child.ref()
    child.channel?.ref()
    stderr?.ref?.()
  } else {
    child.unref()
    child.channel?.unref()
    stderr?.unref?.()
  }
}

function tooLong(name: string, { timeMs }: ChildLimits): Failure {
  return new Failure(
    'timeout',
    'CONVERSION_TIMEOUT',
    `Converting ${name} made no progress for ${timeMs / 1000} s and was stopped.`,
    {
      hint: 'Split the file into parts, or raise convert.timeout_seconds.',
    },
  )
}

function tooMuchMemory(name: string, { memoryBytes }: ChildLimits): Failure {
  const limit = Math.round(memoryBytes / 1_000_000)
  return new Failure(
    'too_large',
    'CONVERSION_MEMORY',
    `Converting ${name} needed more than ${limit} MB of memory and was stopped.`,
    {
      hint: 'The file may be made to exhaust memory. If you trust it, split it or raise convert.memory_mb.',
    },
  )
}

function crashed(name: string, how: string, complaint: string): Failure {
  const isMemory = /heap out of memory|allocation failed/i.test(complaint)
  return new Failure(
    isMemory ? 'too_large' : 'invalid',
    isMemory ? 'CONVERSION_MEMORY' : 'CONVERSION_CRASHED',
    isMemory ? `Converting ${name} ran out of memory.` : `Converting ${name} crashed the converter (${how}).`,
    {
      hint: 'The file is probably damaged: open it in the program that made it and save it again.',
      ...(complaint === '' ? {} : { cause: new Error(complaint) }),
    },
  )
}
