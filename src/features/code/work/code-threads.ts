import { rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { abortFailure, Failure, throwIfAborted } from '../../../core/model/failure.ts'
import { type ReportProgress, silent } from '../../../core/model/progress.ts'
import type { NameModel } from '../check/name-suggester.ts'
import { checkersFolder } from '../checkers/type-checkers.ts'
import type { CodeWork } from '../ports/code-work.ts'
import type { OpenRepository } from '../ports/repository-reader.ts'
import type { GraphPlace } from '../tables/index.ts'
import {
  type FromThread,
  type Orders,
  packOutcome,
  type Questions,
  type ThreadData,
  type ToThread,
  unpackOutcome,
} from './messages.ts'

export type CodeThreadsOptions = {
  /** The database of the store. Each thread opens a connection of its own. */
  place: GraphPlace
  model: NameModel | null
  /** The heap limit of one thread. */
  memoryMb?: number
  /** How long a thread without work is kept, with the libraries that it has loaded. */
  idleMs?: number
}

/** Threads for each kind of order. Checks and updates have their own, so that a check never waits for a repository. */
const threadsOfEach = 2
/** How long a cancelled update may take to remove what it has written so far. */
const graceMs = 5_000

/** Answers to a thread's questions during one order. */
type Answers = {
  [Name in keyof Questions]?: (input: Questions[Name]['input']) => Promise<Questions[Name]['output']>
}

type Call<Kind extends keyof Orders> = {
  kind: Kind
  input: Orders[Kind]['input']
  answers: Answers
  progress: ReportProgress
  signal: AbortSignal
  /** The error when the thread runs out of memory. */
  outOfMemory: () => Failure
}

/** Does the work on worker threads, so that no script or repository blocks the main thread. */
export function codeThreads(options: CodeThreadsOptions): CodeWork {
  const checks = crew(options)
  const updates = crew(options)
  const model = modelAnswers(options.model)
  return {
    check: (source, signal) =>
      checks.run({
        kind: 'check',
        input: source,
        answers: model(signal),
        progress: silent,
        signal,
        outOfMemory: () => tooLargeScript(source.path),
      }),
    update: ({ files, ...state }, read, { signal, progress }) =>
      updates.run({
        kind: 'update',
        input: { ...state, files: files.map(({ path, bytes }) => ({ path, bytes })) },
        answers: fileAnswers(read, signal),
        progress,
        signal,
        outOfMemory: () => tooLargeRepository(state.source),
      }),
    async close() {
      await Promise.all([checks.close(), updates.close()])
    },
  }
}

function modelAnswers(model: NameModel | null): (signal: AbortSignal) => Answers {
  if (model === null) return () => ({})
  return signal => ({
    countTokens: async word => model.countTokens(word),
    embedDocuments: texts => model.embedDocuments(texts, signal),
  })
}

function fileAnswers(read: OpenRepository['read'], signal: AbortSignal): Answers {
  let files: AsyncIterator<{ path: string; text: string | null }> | null = null
  return {
    async readFiles(paths) {
      files = read(paths, signal)[Symbol.asyncIterator]()
      return null
    },
    async nextFile() {
      const next = await files?.next()
      return next === undefined || next.done === true ? null : next.value
    },
  }
}

/** Threads that take one order at a time. They start when they are needed and end when they have been idle. */
function crew({ place, model, memoryMb = 2048, idleMs = 300_000 }: CodeThreadsOptions) {
  const all = new Set<Worker>()
  const idle: Worker[] = []
  const waiting = new Set<() => void>()
  let timer: NodeJS.Timeout | null = null

  async function acquire(signal: AbortSignal): Promise<Worker> {
    throwIfAborted(signal)
    for (;;) {
      const ready = idle.pop()
      if (ready) return ready
      if (all.size < threadsOfEach) return start()
      await turn(signal)
    }
  }

  function turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => () => {
        waiting.delete(proceed)
        signal.removeEventListener('abort', give)
        act()
      }
      const proceed = settle(resolve)
      const give = settle(() => reject(abortFailure(signal)))
      waiting.add(proceed)
      signal.addEventListener('abort', give)
    })
  }

  function start(): Worker {
    const folder = checkersFolder()
    const data = { place, hasModel: model !== null, checkersFolder: folder }
    const worker = startThread(data, memoryMb)
    all.add(worker)
    worker.once('exit', () => void rm(folder, { recursive: true, force: true }).catch(() => {}))
    const forget = () => {
      all.delete(worker)
      const at = idle.indexOf(worker)
      if (at !== -1) idle.splice(at, 1)
      wakeNext()
    }
    worker.once('error', forget)
    worker.once('exit', forget)
    return worker
  }

  function release(worker: Worker): void {
    worker.unref()
    if (all.has(worker)) idle.push(worker)
    wakeNext()
    if (timer) clearTimeout(timer)
    timer = setTimeout(() => void endIdle(), idleMs).unref()
  }

  function wakeNext(): void {
    for (const proceed of [...waiting].slice(0, 1)) proceed()
  }

  async function endIdle(): Promise<void> {
    await Promise.all(idle.splice(0).map(worker => worker.terminate()))
  }

  return {
    async run<Kind extends keyof Orders>(call: Call<Kind>): Promise<Orders[Kind]['output']> {
      const worker = await acquire(call.signal)
      try {
        return await converse(worker, call)
      } finally {
        release(worker)
      }
    },
    async close(): Promise<void> {
      if (timer) clearTimeout(timer)
      await Promise.all([...all].map(worker => worker.terminate()))
    },
  }
}

function startThread(data: ThreadData, memoryMb: number): Worker {
  // The built file has the same name, with the ending of this file.
  const ending = import.meta.url.slice(import.meta.url.lastIndexOf('.'))
  const worker = new Worker(new URL(`./code-thread${ending}`, import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    env: {},
    execArgv: ['--no-warnings'],
  })
  // Without a listener, the error of an idle thread would end the process.
  worker.on('error', () => undefined)
  return worker
}

/** Sends one order and answers the thread's questions until it is done. */
async function converse<Kind extends keyof Orders>(
  worker: Worker,
  { kind, input, answers, progress, signal, outOfMemory }: Call<Kind>,
): Promise<Orders[Kind]['output']> {
  throwIfAborted(signal)
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const send = (message: ToThread): void => worker.postMessage(message)
  let grace: NodeJS.Timeout | null = null

  const onMessage = (message: FromThread): void => {
    if (message.kind === 'progress') progress(message.progress)
    else if (message.kind === 'ask') void answer(message)
    else resolve(message)
  }
  const answer = async ({ id, question, input: asked }: Extract<FromThread, { kind: 'ask' }>) => {
    // SAFETY: the thread sends each question with its own input.
    const find = answers[question] as ((input: unknown) => Promise<unknown>) | undefined
    const outcome = await packOutcome(async () => find?.(asked))
    send({ kind: 'reply', id, ...outcome })
  }
  const onError = (error: NodeJS.ErrnoException): void =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory() : stopped(error))
  const onExit = (): void => reject(signal.aborted ? abortFailure(signal) : stopped(null))
  const onAbort = (): void => {
    // A check has nothing to clean up, and its thread receives no message until it is done.
    if (kind === 'check') void worker.terminate()
    else {
      send({ kind: 'cancel' })
      grace = setTimeout(() => void worker.terminate(), graceMs)
    }
  }

  worker.ref()
  worker.on('message', onMessage)
  worker.on('error', onError)
  worker.on('exit', onExit)
  signal.addEventListener('abort', onAbort)
  try {
    send({ kind, input })
    // SAFETY: a thread ends an order with the output of its kind.
    return unpackOutcome((await promise) as Extract<FromThread, { kind: 'done' }>) as Orders[Kind]['output']
  } catch (error) {
    throw signal.aborted ? abortFailure(signal) : error
  } finally {
    if (grace !== null) clearTimeout(grace)
    worker.off('message', onMessage)
    worker.off('error', onError)
    worker.off('exit', onExit)
    signal.removeEventListener('abort', onAbort)
  }
}

function tooLargeScript(path: string): Failure {
  return new Failure(
    'too_large',
    'CODE_FILE_TOO_LARGE',
    `Checking ${path} needs more memory than a thread may use.`,
    {
      hint: 'Split the script and check the parts.',
    },
  )
}

function tooLargeRepository(source: string): Failure {
  return new Failure(
    'too_large',
    'REPOSITORY_TOO_LARGE',
    `Parsing ${source} needs more memory than a thread may use.`,
    { hint: 'Clone it and parse a folder of it.' },
  )
}

function stopped(cause: Error | null): Failure {
  return new Failure('unavailable', 'CODE_THREAD_STOPPED', 'The thread that parses code stopped.', {
    hint: 'Call again: a new thread is started. If it stops again, check how much memory is free.',
    ...(cause === null ? {} : { cause }),
  })
}
