import { Worker } from 'node:worker_threads'
import type { ThreadedIngest, ThreadedVectors } from '../../ingest/parts.ts'
import type { IngestReport, IngestStep } from '../../ingest/types.ts'
import { abortFailure, Failure } from '../../model/failure.ts'
import type { ReportProgress } from '../../model/progress.ts'
import type { Embedder } from '../../ports/embedder.ts'
import type { SettingValues } from '../config/settings.ts'
import {
  answered,
  type FromThread,
  type IngestOrder,
  packFailure,
  type ThreadSetup,
  type ToThread,
  unpackFailure,
} from './messages.ts'

export type ThreadOptions = {
  values: SettingValues
  /** Where converters look for programs. */
  path: string
  /** How a model that was opened here is opened there: by the words it was chosen with. */
  choiceOf(embedder: Embedder): string
}

type Context = { signal: AbortSignal; progress: ReportProgress }

/** A thread that ingests one source after the other. */
export type Thread = {
  isAlive(): boolean
  ingest(asked: ThreadedIngest, context: Context): Promise<IngestReport>
  putVectors(asked: ThreadedVectors, signal: AbortSignal): Promise<void>
  /** Asks it to close what it has open; ends it in any case. */
  end(): Promise<void>
}

/** How long a thread may take to give up a source that is no longer wanted, or to close what it has open. */
const graceMs = 2_000
const watchMs = 1_000

export function startThread(options: ThreadOptions): Thread {
  const { values } = options
  const turns = new Int32Array(new SharedArrayBuffer(4))
  const setup: ThreadSetup = { values, path: options.path, turns }
  // The built form of the program has the same name with the ending this file has.
  const ending = import.meta.url.slice(import.meta.url.lastIndexOf('.'))
  const worker = new Worker(new URL(`./worker${ending}`, import.meta.url), {
    workerData: setup,
    env: {},
    execArgv: ['--no-warnings'],
    resourceLimits: { maxOldGenerationSizeMb: values['convert.memory_mb'] },
  })
  const tell = (message: ToThread) => worker.postMessage(message)
  let isAlive = true
  const exited = new Promise<void>(resolve => worker.once('exit', () => resolve()))
  void exited.then(() => {
    isAlive = false
  })
  // Without a listener the error of an idle thread would end the program.
  worker.on('error', () => {
    isAlive = false
  })
  worker.unref()

  async function end(): Promise<void> {
    const grace = setTimeout(() => void worker.terminate(), graceMs)
    if (isAlive) tell({ kind: 'close' })
    worker.ref()
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
          moved: [order.raw.bytes.buffer],
          onStep: request.onStep,
          callbacks: {
            embed: (texts: string[]) => embedder.embedDocuments(texts, signal),
            describe: document => request.describe?.(document),
            fallback: () => request.fallback?.(signal),
            situate: (document, chunks) => request.situate?.(document, chunks, signal),
          },
        },
        context,
      )
      if (report === null) throw new Error('An ingest thread answered without a report.')
      return report
    },
    async putVectors({ items, collection, embedder }, signal) {
      const model = options.choiceOf(embedder)
      const message: ToThread = { kind: 'vectors', items, collection, model }
      await perform(
        { name: `${items.length} items`, message, moved: [], callbacks: {} },
        { signal, progress: () => {} },
      )
    },
  }

  async function perform(work: Work, { signal, progress }: Context): Promise<IngestReport | null> {
    const done = Promise.withResolvers<IngestReport | null>()
    const { name } = work
    const hear = (message: FromThread): void => {
      if (message.kind === 'call') void answer(message)
      if (message.kind === 'step') work.onStep?.(message.step)
      if (message.kind === 'progress') progress(message.progress)
      if (message.kind === 'done') done.resolve(message.report)
      if (message.kind === 'failed') done.reject(unpackFailure(message.failure))
    }
    async function answer({ call, name, args }: Extract<FromThread, { kind: 'call' }>): Promise<void> {
      try {
        // SAFETY: the thread calls each with what the walk would have called it with.
        tell({ kind: 'answer', call, value: await work.callbacks[name]?.(...(args as never[])) })
      } catch (error) {
        tell({ kind: 'refused', call, failure: packFailure(error) })
      }
    }
    const stop = (failure: Failure): void => {
      isAlive = false
      void worker.terminate()
      done.reject(failure)
    }
    let grace: NodeJS.Timeout | null = null
    const obey = (): void => {
      tell({ kind: 'abort', failure: packFailure(abortFailure(signal)) })
      grace = setTimeout(() => stop(abortFailure(signal)), graceMs)
    }
    const mourn = (error: NodeJS.ErrnoException): void => done.reject(lost(name, values, error))
    const leave = (): void => done.reject(lost(name, values, null))
    const watch = watchTurns(worker, turns, values['convert.timeout_seconds'] * 1000, () =>
      stop(tooLong(name, values)),
    )
    worker.ref()
    worker.on('message', hear).on('error', mourn).on('exit', leave)
    signal.addEventListener('abort', obey)
    try {
      worker.postMessage(work.message, work.moved)
      return await done.promise
    } finally {
      clearInterval(watch)
      if (grace !== null) clearTimeout(grace)
      signal.removeEventListener('abort', obey)
      worker.off('message', hear).off('error', mourn).off('exit', leave)
      worker.unref()
    }
  }
}

/** One piece of work for the thread, with what it may call back for. `moved` changes hands instead of being copied. */
type Work = {
  name: string
  message: ToThread
  moved: ArrayBuffer[]
  onStep?: ((step: IngestStep) => void) | undefined
  callbacks: Record<string, (...args: never[]) => unknown>
}

/** With a copy of the bytes, for the thread to keep: the caller's own may be part of a larger body. */
function orderOf({ request, raw, embedder }: ThreadedIngest, options: ThreadOptions): IngestOrder {
  const { read, onStep, describe, fallback, situate, ...plain } = request
  const asks = answered.filter(name => request[name] !== undefined)
  return {
    ...plain,
    raw: { ...raw, bytes: new Uint8Array(raw.bytes) },
    model: options.choiceOf(embedder),
    asks,
  }
}

/**
 * Calls `tooLong` when the thread has worked for `limitMs` without a turn of its event loop: nothing in the walk does
 * that but a source made for it. Processor time where Node tells it (24.6), else time that passes.
 */
function watchTurns(worker: Worker, turns: Int32Array, limitMs: number, tooLong: () => void): NodeJS.Timeout {
  let seen = -1
  let since = 0
  const used = async (): Promise<number> => {
    const usage = await (worker as { cpuUsage?(): Promise<NodeJS.CpuUsage> }).cpuUsage?.()
    return usage === undefined ? performance.now() : (usage.user + usage.system) / 1000
  }
  const look = async (): Promise<void> => {
    const now = await used()
    const current = Atomics.load(turns, 0)
    if (current !== seen) {
      seen = current
      since = now
    } else if (now - since > limitMs) tooLong()
  }
  return setInterval(() => void look().catch(() => {}), watchMs).unref()
}

function tooLong(name: string, values: SettingValues): Failure {
  const limit = values['convert.timeout_seconds']
  return new Failure(
    'timeout',
    'CONVERSION_TIMEOUT',
    `Reading ${name} made no progress in ${limit} s of work and was stopped.`,
    { hint: 'Split the file into parts, or raise convert.timeout_seconds.' },
  )
}

function lost(name: string, values: SettingValues, cause: NodeJS.ErrnoException | null): Failure {
  if (cause?.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new Failure(
      'too_large',
      'CONVERSION_MEMORY',
      `Reading ${name} needed more than ${values['convert.memory_mb']} MB of memory and was stopped.`,
      { hint: 'Split the file into parts, or raise convert.memory_mb.', cause },
    )
  return new Failure('unavailable', 'INGEST_STOPPED', `The thread that read ${name} stopped.`, {
    hint: 'Try again: a new thread is started.',
    ...(cause === null ? {} : { cause }),
  })
}
