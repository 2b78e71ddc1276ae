import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Leash } from '../../adapters/confine/confine.ts'
import type { AskedIngest, AskedVectors, IngestReport, IngestStep } from '../../core/ingest/ingest-request.ts'
import { abortFailure, Failure } from '../../core/model/failure.ts'
import type { ReportProgress } from '../../core/model/progress.ts'
import type { Embedder } from '../../core/ports/embedder.ts'
import type { CoreValues } from '../config/settings.ts'
import {
  answered,
  type FromChild,
  type IngestOrder,
  packError,
  type ToChild,
  unpackError,
} from './messages.ts'

export type ChildOptions = {
  values: CoreValues
  /** Where converters look for programs. */
  path: string
  /** Returns the setting with which this embedder was opened, so that the child can open the same model. */
  choiceOf(embedder: Embedder): string
  /** Ends the child when this process ends, even if its event loop is blocked. */
  leash: Leash
}

type Context = { signal: AbortSignal; progress: ReportProgress }

/** A process that ingests one source at a time. */
export type IngestChild = {
  isAlive(): boolean
  ingest(asked: AskedIngest, context: Context): Promise<IngestReport>
  putVectors(asked: AskedVectors, signal: AbortSignal): Promise<void>
  /** Asks the child to close its resources and kills it if it does not exit in time. */
  end(): Promise<void>
}

/** How long the child may take to abort a source or to close its resources. */
const graceMs = 2_000
const watchMs = 1_000
/** Bytes in one message; copying them takes a few milliseconds. */
const sentAtOnce = 4 * 1024 * 1024

/** Starts a separate process, because running out of memory ends a whole process. */
export function startChild(options: ChildOptions): IngestChild {
  const { values } = options
  // child.ts in the source, child.js in the build: the same extension as this file.
  const ending = import.meta.url.slice(import.meta.url.lastIndexOf('.'))
  const [command = execPath, ...words] = [...options.leash, execPath]
  const child = fork(fileURLToPath(new URL(`./child${ending}`, import.meta.url)), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { PATH: options.path, ...compileCache() },
    // A signal from the terminal must reach only the server, which decides what to do with running work.
    detached: true,
    execPath: command,
    execArgv: [...words, '--no-warnings', `--max-old-space-size=${values['convert.memory_mb']}`],
  })
  let isAlive = true
  const exited = new Promise<string>(resolve =>
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`)),
  )
  const kill = (): void => {
    isAlive = false
    child.kill('SIGKILL')
  }
  void exited.then(() => {
    isAlive = false
  })
  // Without a listener, the error of a failed start or a broken channel would end the program.
  child.on('error', kill)
  const tell = (message: ToChild): Promise<void> =>
    new Promise((resolve, reject) => child.send(message, error => (error ? reject(error) : resolve())))
  void tell({ kind: 'setup', setup: { values, path: options.path } }).catch(kill)
  keepsUsAlive(child, false)

  async function end(): Promise<void> {
    const grace = setTimeout(kill, graceMs)
    keepsUsAlive(child, true)
    if (isAlive) await tell({ kind: 'close' }).catch(kill)
    await exited
    clearTimeout(grace)
  }

  return {
    isAlive: () => isAlive,
    end,
    async ingest({ request, raw, embedder }, context) {
      const { signal } = context
      const order = orderOf({ request, raw, embedder }, options)
      const report = await perform(
        {
          name: raw.name,
          message: { kind: 'ingest', order },
          bytes: raw.bytes,
          onStep: request.onStep,
          callbacks: {
            embed: (texts: string[]) => embedder.embedDocuments(texts, signal),
            embedTokens: (texts: string[]) => embedder.tokens?.embedDocuments(texts, signal),
            describe: document => request.describe?.(document),
            fallback: () => request.fallback?.(signal),
            situate: (document, chunks) => request.situate?.(document, chunks, signal),
          },
        },
        context,
      )
      if (report === null) throw new Error('An ingest child answered without a report.')
      return report
    },
    async putVectors({ items, collection, embedder }, signal) {
      const model = options.choiceOf(embedder)
      const message: ToChild = { kind: 'vectors', items, collection, model }
      await perform(
        { name: `${items.length} items`, message, bytes: new Uint8Array(), callbacks: {} },
        { signal, progress: () => {} },
      )
    },
  }

  async function perform(work: Work, { signal, progress }: Context): Promise<IngestReport | null> {
    const done = Promise.withResolvers<IngestReport | null>()
    const { name } = work
    done.promise.catch(() => {})
    void exited.then(how => done.reject(lost(name, values, how)))
    let heardAt = await cpuMsOf(child)
    const hear = (message: FromChild): void => {
      void cpuMsOf(child).then(ms => {
        heardAt = ms
      })
      if (message.kind === 'call') void answer(message)
      if (message.kind === 'step') work.onStep?.(message.step)
      if (message.kind === 'progress') progress(message.progress)
      if (message.kind === 'done') done.resolve(message.report)
      if (message.kind === 'failed') done.reject(unpackError(message.failure))
    }
    async function answer({ call, name, args }: Extract<FromChild, { kind: 'call' }>): Promise<void> {
      try {
        // SAFETY: the child passes the arguments with which ingest calls these functions.
        const value = await work.callbacks[name]?.(...(args as never[]))
        await tell({ kind: 'answer', call, value })
      } catch (error) {
        await tell({ kind: 'refused', call, failure: packError(error) }).catch(() => {})
      }
    }
    const stop = (failure: Failure): void => {
      kill()
      done.reject(failure)
    }
    let grace: NodeJS.Timeout | null = null
    const obey = (): void => {
      grace = setTimeout(() => stop(abortFailure(signal)), graceMs)
      tell({ kind: 'abort', failure: packError(abortFailure(signal)) }).catch(() => {})
    }
    const limitMs = values['convert.timeout_seconds'] * 1000
    const watch = setInterval(async () => {
      if ((await cpuMsOf(child)) - heardAt > limitMs) stop(tooLong(name, values))
    }, watchMs).unref()
    keepsUsAlive(child, true)
    child.on('message', hear)
    signal.addEventListener('abort', obey)
    try {
      const { bytes } = work
      for (let from = 0; from < bytes.length; from += sentAtOnce)
        await tell({ kind: 'bytes', part: bytes.subarray(from, from + sentAtOnce) })
      await tell(work.message)
      return await done.promise
    } catch (error) {
      // If the channel broke, report why the process ended instead.
      throw error instanceof Failure
        ? error
        : await done.promise.then(
            () => error,
            failure => failure,
          )
    } finally {
      clearInterval(watch)
      if (grace !== null) clearTimeout(grace)
      signal.removeEventListener('abort', obey)
      child.off('message', hear)
      keepsUsAlive(child, false)
    }
  }
}

/** Shares the compile cache with the child. Node adds a folder for its version, so the parent folder is passed. */
function compileCache(): Record<string, string> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

/** One piece of work for the child, with the functions that it may call. `bytes` are sent before `message`, in parts. */
type Work = {
  name: string
  message: ToChild
  bytes: Uint8Array
  onStep?: ((step: IngestStep) => void) | undefined
  callbacks: Record<string, (...args: never[]) => unknown>
}

function orderOf({ request, raw, embedder }: AskedIngest, options: ChildOptions): IngestOrder {
  const { read, onStep, describe, fallback, situate, ...plain } = request
  const asks = answered.filter(name => request[name] !== undefined)
  return { ...plain, raw: { ...raw, bytes: new Uint8Array() }, model: options.choiceOf(embedder), asks }
}

/** An idle child must not prevent this process from exiting. */
function keepsUsAlive(child: ChildProcess, isBusy: boolean): void {
  if (isBusy) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}

/** Returns the CPU time of the child's main thread on Linux, and elapsed time on other platforms. */
async function cpuMsOf(child: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${child.pid}/schedstat`, 'utf8').catch(() => null)
  return stat === null ? performance.now() : Number(stat.split(' ')[0]) / 1_000_000
}

function tooLong(name: string, values: CoreValues): Failure {
  const limit = values['convert.timeout_seconds']
  return new Failure(
    'timeout',
    'CONVERSION_TIMEOUT',
    `Reading ${name} made no progress in ${limit} s of CPU time and was stopped.`,
    { hint: 'Split the file into parts, or raise convert.timeout_seconds.' },
  )
}

/** V8 ends a process that is out of memory with SIGABRT (exit code 134 through a shell). */
function lost(name: string, values: CoreValues, how: string): Failure {
  if (how === 'SIGABRT' || how === 'exit code 134')
    return new Failure(
      'too_large',
      'CONVERSION_MEMORY',
      `Reading ${name} needed more than ${values['convert.memory_mb']} MB of memory and was stopped.`,
      { hint: 'Split the file into parts, or raise convert.memory_mb.' },
    )
  return new Failure('unavailable', 'INGEST_STOPPED', `The process that read ${name} stopped (${how}).`, {
    hint: 'Try again: a new process is started.',
  })
}
