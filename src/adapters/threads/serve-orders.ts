import { parentPort } from 'node:worker_threads'
import { Failure, type PlainFailure, packFailure } from '../../core/model/failure.ts'
import { stopWord, type WorkerAnswer, type WorkerMessage, type WorkerOrder } from './worker-pool.ts'

export type OrderServer<Tools, Order, Answer> = {
  /** What every order needs; when it cannot be loaded, the worker is useless. */
  tools: Promise<Tools>
  /**
   * Returns null when the order was abandoned because the worker is stopping. `moved` buffers are transferred instead
   * of copied.
   */
  serve(
    order: Order,
    tools: Tools,
    isStopping: () => boolean,
  ): Promise<{ answer: Answer; moved?: ArrayBuffer[] } | null>
  close?(tools: Tools): void
}

/** The worker's side of a pool: serves one order after the other until it is stopped. */
export function serveOrders<Tools, Order, Answer>(server: OrderServer<Tools, Order, Answer>): void {
  const port = parentPort
  if (port === null) throw new Error('Orders are served on worker threads only.')
  let turn: Promise<void> = Promise.resolve()
  let isStopping = false
  server.tools.catch(() => {})

  port.on('message', (message: WorkerMessage<Order>) => {
    if (message === stopWord) isStopping = true
    turn = turn.then(() => (message === stopWord ? leave() : serve(message)))
  })

  /** No native call is running any more, so the thread can end. */
  async function leave(): Promise<void> {
    await server.tools.then(
      tools => server.close?.(tools),
      () => {},
    )
    port?.close()
  }

  async function serve({ id, order }: WorkerOrder<Order>): Promise<void> {
    let tools: Tools
    try {
      tools = await server.tools
    } catch (error) {
      return post({ id, failure: packError(error), isFatal: true })
    }
    try {
      const served = await server.serve(order, tools, () => isStopping)
      if (served !== null) post({ id, answer: served.answer }, served.moved)
    } catch (error) {
      post({ id, failure: packError(error), isFatal: false })
    }
  }

  function post(message: WorkerAnswer<Answer>, moved: ArrayBuffer[] = []): void {
    port?.postMessage(message, moved)
  }
}

function packError(error: unknown): PlainFailure {
  if (error instanceof Failure) return packFailure(error)
  const message = `A worker thread failed: ${error instanceof Error ? error.message : String(error)}`
  return { kind: 'internal', code: 'INTERNAL_ERROR', message, hint: null, details: {} }
}
