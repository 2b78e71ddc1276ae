import { Worker } from 'node:worker_threads'
import { abortFailure, Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import type { GraphQueries, GraphQueryOptions, GraphRows, GraphSource } from '../ports/graph-queries.ts'
import { invalidQuery, slowQuery, tooLargeQuery } from './cypher-failure.ts'
import type { Order, Report } from './cypher-worker.ts'
import { parseCypher } from './syntax/parse-query.ts'
import type { Query } from './syntax/query.ts'
import { type Touched, touchedBy } from './touched-by.ts'

type CypherOptions = {
  /** Memory limit for the graph and a query over it. */
  memoryMb?: number
  /** How long the graph stays in memory after the last query. */
  idleMs?: number
}

type Holder = { worker: Worker; version: number | null; loaded: Touched }

/**
 * Runs queries in a worker that holds a copy of the graph, which is loaded again when the graph's version has changed.
 * Queries run one after the other; one that is too slow, too large or aborted is stopped by terminating the worker.
 */
export function cypherQueries(
  source: GraphSource,
  { memoryMb = 1024, idleMs = 300_000 }: CypherOptions = {},
): GraphQueries {
  let holder: Holder | null = null
  let turn: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | null = null

  function start(): Holder {
    const started: Holder = {
      worker: startWorker(memoryMb),
      version: null,
      loaded: { labels: [], types: [] },
    }
    started.worker.once('exit', () => {
      if (holder === started) holder = null
    })
    return started
  }

  async function stop(): Promise<void> {
    const stopped = holder
    holder = null
    await stopped?.worker.terminate()
  }

  async function answer(
    cypher: string,
    { signal, maxRows, timeoutMs, parameters = {} }: GraphQueryOptions,
  ): Promise<GraphRows> {
    throwIfAborted(signal)
    // An invalid query loads nothing.
    const query = parse(cypher, parameters)
    holder ??= start()
    const { worker } = holder
    const guard = watch(worker, signal)
    try {
      await Promise.race([load(holder, { source, touched: touchedBy(query) }, signal), guard.ended])
      const clock = setTimeout(() => guard.fail(slowQuery(timeoutMs)), timeoutMs)
      try {
        const heard = new Promise<Report>(resolve => worker.once('message', resolve))
        send(worker, { kind: 'run', query, maxRows })
        return unpack(await Promise.race([heard, guard.ended]))
      } finally {
        clearTimeout(clock)
      }
    } catch (error) {
      if (guard.hasFailed() || holder?.version === null) await stop()
      throw error
    } finally {
      guard.close()
    }
  }

  return {
    async run(cypher, options) {
      const before = turn
      const mine = Promise.withResolvers<void>()
      turn = mine.promise
      try {
        await Promise.race([before, whenAborted(options.signal)])
        if (idle) clearTimeout(idle)
        return await answer(cypher, options)
      } finally {
        // A caller that was aborted while waiting must not let the next one run early.
        void before.then(() => mine.resolve())
        idle = setTimeout(() => void stop(), idleMs).unref()
      }
    },
    async close() {
      if (idle) clearTimeout(idle)
      await stop()
    },
  }
}

function startWorker(memoryMb: number): Worker {
  // In the built program the worker has the same name and this file's extension.
  const ending = import.meta.url.slice(import.meta.url.lastIndexOf('.'))
  const worker = new Worker(new URL(`./cypher-worker${ending}`, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    env: {},
    execArgv: ['--no-warnings'],
  })
  // Without a listener the error of an idle worker would end the program; a running query has its own listener.
  worker.on('error', () => undefined)
  worker.unref()
  return worker
}

function parse(cypher: string, parameters: JsonObject): Query {
  try {
    return parseCypher(cypher, parameters)
  } catch (error) {
    throw error instanceof RangeError ? invalidQuery('The query is nested too deeply') : error
  }
}

/** Loads what a query touches, with what was loaded before; nothing when all of it is there. */
async function load(
  holder: Holder,
  { source, touched }: { source: GraphSource; touched: Touched },
  signal: AbortSignal,
): Promise<void> {
  const isCurrent = holder.version !== null && holder.version === (await source.version())
  if (isCurrent && covers(holder.loaded.labels, touched.labels) && covers(holder.loaded.types, touched.types))
    return
  const wanted: Touched = {
    labels: together(holder.loaded.labels, touched.labels),
    types: together(holder.loaded.types, touched.types),
  }
  holder.version = null
  const snapshot = await source.snapshot()
  try {
    send(holder.worker, { kind: 'begin' })
    for await (const nodes of snapshot.nodes(wanted.labels)) {
      throwIfAborted(signal)
      send(holder.worker, {
        kind: 'nodes',
        nodes: nodes.map(({ id, label, properties }) => ({ id, label, properties })),
      })
    }
    for await (const edges of snapshot.edges(wanted.types)) {
      throwIfAborted(signal)
      send(holder.worker, {
        kind: 'edges',
        edges: edges.map(({ type, from, to, properties }) => ({ type, from, to, properties })),
      })
    }
    holder.version = snapshot.version
    holder.loaded = wanted
  } finally {
    await snapshot.close()
  }
}

function covers(loaded: readonly string[] | null, wanted: readonly string[] | null): boolean {
  return loaded === null || (wanted?.every(name => loaded.includes(name)) ?? false)
}

function together(one: readonly string[] | null, other: readonly string[] | null): string[] | null {
  return one === null || other === null ? null : [...new Set([...one, ...other])]
}

/** While a query runs, the worker keeps the process alive, and an error of the worker fails the query. */
function watch(worker: Worker, signal: AbortSignal) {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  ended.catch(() => undefined)
  let failed = false
  const fail = (failure: unknown): void => {
    failed = true
    reject(failure)
  }
  const abort = (): void => fail(abortFailure(signal))
  const onError = (error: NodeJS.ErrnoException): void =>
    fail(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLargeQuery('it needed too much memory') : crashed(error),
    )
  worker.ref()
  worker.on('error', onError)
  signal.addEventListener('abort', abort)
  return {
    ended,
    fail,
    hasFailed: () => failed,
    close(): void {
      worker.off('error', onError)
      signal.removeEventListener('abort', abort)
      worker.unref()
    },
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
  if (signal.aborted) reject(abortFailure(signal))
  else signal.addEventListener('abort', () => reject(abortFailure(signal)), { once: true })
  return promise
}

function send(worker: Worker, order: Order): void {
  worker.postMessage(order)
}

function unpack(report: Report): GraphRows {
  if (report.kind === 'answer') {
    const { columns, rows, limited, warnings } = report
    return { columns, rows, limited, warnings }
  }
  const { kind, code, message, hint } = report.failure
  throw new Failure(kind, code, message, hint === null ? {} : { hint })
}

function crashed(error: Error): Failure {
  return new Failure('unavailable', 'CYPHER_UNAVAILABLE', 'The query engine stopped.', {
    hint: 'Try again: the engine is restarted. If it stops again, ask for less at a time.',
    cause: error,
  })
}
