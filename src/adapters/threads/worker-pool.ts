import { Worker } from 'node:worker_threads'
import { abortFailure, Failure, type PlainFailure, unpackFailure } from '../../core/model/failure.ts'

export type WorkerOrder<Order> = { id: number; order: Order }

/** Asks a worker to end as soon as it can; the result of its current order is no longer needed. */
export const stopWord = 'stop'

export type WorkerMessage<Order> = WorkerOrder<Order> | typeof stopWord

/** `isFatal`: this worker cannot serve any order and must be replaced. */
export type WorkerAnswer<Answer> =
  | { id: number; answer: Answer }
  | { id: number; failure: PlainFailure; isFatal: boolean }

export type WorkerPoolOptions = {
  script: URL
  /** `workerData` of each worker. */
  data: unknown
  size: number
  /** Workers that are idle for this long are ended; null keeps them until the pool is closed. */
  idleMs: number | null
  /** Owner of the threads: prefix of failure codes (`EMBEDDER_STOPPED`), and a name for messages. */
  owner: { code: string; name: string }
}

/**
 * Runs orders on worker threads, which are started when needed and replaced when they die. Orders are served first
 * come, first served, urgent ones first. Idle workers do not keep the process alive.
 */
export interface WorkerPool<Order, Answer> {
  /** `order` is called when a worker is ready; urgent orders go before all others. */
  run(order: () => Order, signal: AbortSignal, haste?: 'urgent'): Promise<Answer>
  /** Number of live threads. */
  readonly running: number
  close(): Promise<void>
}

type Waiting<Order, Answer> = {
  id: number
  order: () => Order
  resolve(answer: Answer): void
  reject(reason: unknown): void
}

type Crew<Order, Answer> = { worker: Worker; orders: Map<number, Waiting<Order, Answer>> }

/** Orders queued at each worker, so that it has a next one even while the main thread is busy. */
const ordersAhead = 2
/** How long a worker may take to end: the rest of one text, or of loading its model on a busy machine. */
const graceMs = 60_000

export function workerPool<Order, Answer>(options: WorkerPoolOptions): WorkerPool<Order, Answer> {
  const crews = new Set<Crew<Order, Answer>>()
  const urgent = new Map<number, Waiting<Order, Answer>>()
  const usual = new Map<number, Waiting<Order, Answer>>()
  let nextId = 1
  let isClosed = false
  let idleTimer: NodeJS.Timeout | null = null

  function start(): Crew<Order, Answer> {
    // The flags of this process are not passed on: workers refuse to start with some of them.
    const worker = new Worker(options.script, { workerData: options.data, execArgv: [] })
    const crew: Crew<Order, Answer> = { worker, orders: new Map() }
    worker.on('message', (answer: WorkerAnswer<Answer>) => settle(crew, answer))
    worker.on('error', error => dismiss(crew, stopped(options.owner, error)))
    worker.on('exit', () => dismiss(crew, stopped(options.owner, null)))
    crews.add(crew)
    return crew
  }

  /** Prefers idle workers, then new ones; queues at a busy worker only when all are busy. */
  function chooseCrew(): Crew<Order, Answer> | null {
    let leastBusy: Crew<Order, Answer> | null = null
    for (const crew of crews)
      if (leastBusy === null || crew.orders.size < leastBusy.orders.size) leastBusy = crew
    if (leastBusy !== null && leastBusy.orders.size === 0) return leastBusy
    if (crews.size < options.size) return start()
    return leastBusy !== null && leastBusy.orders.size < ordersAhead ? leastBusy : null
  }

  function handOut(): void {
    giveFrom(urgent)
    giveFrom(usual)
    watchIdleness()
  }

  function giveFrom(queue: Map<number, Waiting<Order, Answer>>): void {
    for (const next of queue.values()) {
      const crew = chooseCrew()
      if (crew === null) return
      queue.delete(next.id)
      give(next, crew)
    }
  }

  function give(next: Waiting<Order, Answer>, crew: Crew<Order, Answer>): void {
    try {
      crew.worker.postMessage({ id: next.id, order: next.order() } satisfies WorkerOrder<Order>)
    } catch (error) {
      if (crew.orders.size === 0) crew.worker.unref()
      next.reject(error)
      return
    }
    crew.orders.set(next.id, next)
    crew.worker.ref()
  }

  function settle(crew: Crew<Order, Answer>, answer: WorkerAnswer<Answer>): void {
    const order = crew.orders.get(answer.id)
    crew.orders.delete(answer.id)
    if ('answer' in answer) order?.resolve(answer.answer)
    else order?.reject(unpackFailure(answer.failure))
    if ('failure' in answer && answer.isFatal) dismiss(crew, unpackFailure(answer.failure))
    if (crew.orders.size === 0) crew.worker.unref()
    handOut()
  }

  function dismiss(crew: Crew<Order, Answer>, reason: Failure): void {
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
    for (const crew of ending) for (const order of crew.orders.values()) order.reject(closed(options.owner))
    await Promise.all(ending.map(crew => end(crew.worker)))
  }

  return {
    get running() {
      return crews.size
    },
    run(order, signal, haste) {
      if (signal.aborted) return Promise.reject(abortFailure(signal))
      if (isClosed) return Promise.reject(closed(options.owner))
      return new Promise((resolve, reject) => {
        const id = nextId++
        const queue = haste === 'urgent' ? urgent : usual
        const onAbort = () => {
          // An order that a worker has begun is not stopped: it is short and cannot be interrupted.
          queue.delete(id)
          reject(abortFailure(signal))
        }
        signal.addEventListener('abort', onAbort, { once: true })
        queue.set(id, {
          id,
          order,
          resolve(answer) {
            signal.removeEventListener('abort', onAbort)
            resolve(answer)
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
      for (const queue of [urgent, usual]) {
        for (const order of queue.values()) order.reject(closed(options.owner))
        queue.clear()
      }
      await endAll()
    },
  }
}

/** Terminating a thread inside native code would crash the process, so it is asked to end first. */
async function end(worker: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  worker.once('exit', () => resolve())
  const grace = setTimeout(resolve, graceMs)
  worker.ref()
  worker.postMessage(stopWord)
  await promise
  clearTimeout(grace)
  await worker.terminate()
}

function stopped({ code, name }: WorkerPoolOptions['owner'], cause: Error | null): Failure {
  const reason = cause === null ? '' : `: ${cause.message}`
  return new Failure('unavailable', `${code}_STOPPED`, `A thread of ${name} stopped${reason}.`, {
    hint: 'A new one is started for the next call: try again. If this keeps happening, check the free memory.',
    ...(cause === null ? {} : { cause }),
  })
}

function closed({ code, name }: WorkerPoolOptions['owner']): Failure {
  return new Failure('unavailable', `${code}_CLOSED`, `The threads of ${name} have been stopped.`)
}
