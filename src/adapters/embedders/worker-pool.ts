import { Worker } from 'node:worker_threads'
import { abortFailure, Failure, type FailureKind } from '../../model/failure.ts'

export type WorkerOrder = { id: number; texts: readonly string[] }

/** Asks a worker to end by itself as soon as it can; what it was doing is no longer wanted. */
export const stopWord = 'stop'

export type WorkerMessage = WorkerOrder | typeof stopWord

export type PlainFailure = {
  kind: FailureKind
  code: string
  message: string
  hint: string | null
  details: Record<string, unknown>
}

/** `isFatal`: this worker can serve nothing at all and is to be replaced. */
export type WorkerAnswer =
  | { id: number; vectors: Float32Array<ArrayBuffer>[] }
  | { id: number; failure: PlainFailure; isFatal: boolean }

export type WorkerPoolOptions = {
  script: URL
  /** What each worker is started with. */
  data: unknown
  size: number
  /** Workers without work for this long are ended; null keeps them until the pool is closed. */
  idleMs: number | null
}

/**
 * Runs orders on worker threads that are started when first needed and replaced when they die. Idle workers
 * keep no process alive.
 */
export interface WorkerPool {
  run(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
  /** How many threads are alive. */
  readonly running: number
  close(): Promise<void>
}

type Order = WorkerOrder & {
  resolve(vectors: Float32Array[]): void
  reject(reason: Failure): void
}

type Crew = { worker: Worker; orders: Map<number, Order> }

/** Two orders at each worker: it finds its next one at hand even while the main thread is busy. */
const ordersAhead = 2
/** How long a worker may take to end by itself: the rest of one text, or of loading its model. */
const graceMs = 10_000

export function workerPool(options: WorkerPoolOptions): WorkerPool {
  const crews = new Set<Crew>()
  const waiting = new Map<number, Order>()
  let nextId = 1
  let isClosed = false
  let idleTimer: NodeJS.Timeout | null = null

  function start(): Crew {
    // The flags this process was started with are not for workers: some make them refuse to start.
    const worker = new Worker(options.script, { workerData: options.data, execArgv: [] })
    const crew: Crew = { worker, orders: new Map() }
    worker.on('message', (answer: WorkerAnswer) => settle(crew, answer))
    worker.on('error', error => dismiss(crew, died(error)))
    worker.on('exit', () => dismiss(crew, died(null)))
    crews.add(crew)
    return crew
  }

  /** Idle workers first, then new ones; only when all are busy are orders put ahead of them. */
  function chooseCrew(): Crew | null {
    let leastBusy: Crew | null = null
    for (const crew of crews)
      if (leastBusy === null || crew.orders.size < leastBusy.orders.size) leastBusy = crew
    if (leastBusy !== null && leastBusy.orders.size === 0) return leastBusy
    if (crews.size < options.size) return start()
    return leastBusy !== null && leastBusy.orders.size < ordersAhead ? leastBusy : null
  }

  function handOut(): void {
    for (const order of waiting.values()) {
      const crew = chooseCrew()
      if (crew === null) break
      waiting.delete(order.id)
      crew.orders.set(order.id, order)
      crew.worker.ref()
      crew.worker.postMessage({ id: order.id, texts: order.texts } satisfies WorkerOrder)
    }
    watchIdleness()
  }

  function settle(crew: Crew, answer: WorkerAnswer): void {
    const order = crew.orders.get(answer.id)
    crew.orders.delete(answer.id)
    if ('vectors' in answer) order?.resolve(answer.vectors)
    else order?.reject(revive(answer.failure))
    if ('failure' in answer && answer.isFatal) dismiss(crew, revive(answer.failure))
    if (crew.orders.size === 0) crew.worker.unref()
    handOut()
  }

  function dismiss(crew: Crew, reason: Failure): void {
    if (!crews.delete(crew)) return
    for (const order of crew.orders.values()) order.reject(reason)
    crew.orders.clear()
    void crew.worker.terminate()
    if (!isClosed) handOut()
  }

  function watchIdleness(): void {
    if (idleTimer !== null) clearTimeout(idleTimer)
    idleTimer = null
    const isIdle = [...crews].every(crew => crew.orders.size === 0)
    if (options.idleMs === null || crews.size === 0 || !isIdle) return
    idleTimer = setTimeout(() => void endAll(), options.idleMs)
    idleTimer.unref()
  }

  async function endAll(): Promise<void> {
    const ending = [...crews]
    crews.clear()
    for (const crew of ending) for (const order of crew.orders.values()) order.reject(closed())
    await Promise.all(ending.map(crew => end(crew.worker)))
  }

  return {
    get running() {
      return crews.size
    },
    run(texts, signal) {
      if (signal.aborted) return Promise.reject(abortFailure(signal))
      if (isClosed) return Promise.reject(closed())
      return new Promise((resolve, reject) => {
        const id = nextId++
        const onAbort = () => {
          // An order that a worker has begun is left to it: there is no stopping inside one, and it is short.
          waiting.delete(id)
          reject(abortFailure(signal))
        }
        signal.addEventListener('abort', onAbort, { once: true })
        waiting.set(id, {
          id,
          texts,
          resolve(vectors) {
            signal.removeEventListener('abort', onAbort)
            resolve(vectors)
          },
          reject(reason) {
            signal.removeEventListener('abort', onAbort)
            reject(reason)
          },
        })
        handOut()
      })
    },
    async close() {
      isClosed = true
      if (idleTimer !== null) clearTimeout(idleTimer)
      for (const order of waiting.values()) order.reject(closed())
      waiting.clear()
      await endAll()
    },
  }
}

/** A thread that is stopped in the middle of native work takes the whole process with it, so it is asked first. */
async function end(worker: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  worker.once('exit', () => resolve())
  const grace = setTimeout(resolve, graceMs)
  worker.ref()
  worker.postMessage(stopWord satisfies WorkerMessage)
  await promise
  clearTimeout(grace)
  await worker.terminate()
}

function revive({ kind, code, message, hint, details }: PlainFailure): Failure {
  return new Failure(kind, code, message, { details, ...(hint === null ? {} : { hint }) })
}

function died(cause: Error | null): Failure {
  const reason = cause === null ? '' : `: ${cause.message}`
  return new Failure('unavailable', 'EMBEDDER_STOPPED', `A thread of the embedding model stopped${reason}.`, {
    hint: 'A new one is started for the next call: try again. If it keeps happening, look at free memory.',
    ...(cause === null ? {} : { cause }),
  })
}

function closed(): Failure {
  return new Failure('unavailable', 'EMBEDDER_CLOSED', 'The embedder is closed.')
}
