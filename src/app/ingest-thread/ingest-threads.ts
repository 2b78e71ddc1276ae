import { availableParallelism } from 'node:os'
import type { IngestThreads } from '../../ingest/parts.ts'
import { abortFailure, Failure, throwIfAborted } from '../../model/failure.ts'
import { startThread, type Thread, type ThreadOptions } from './thread.ts'

/** Each holds a tokenizer and a connection to the store; more would only wait for the same cores. */
const mostThreads = Math.min(4, Math.max(2, availableParallelism()))
const idleMs = 60_000

/**
 * Ingests on threads of their own, one source at a time on each: other callers notice neither what a source costs nor
 * that it exhausts its thread.
 */
export function createIngestThreads(options: ThreadOptions): IngestThreads {
  const idle = new Map<Thread, NodeJS.Timeout>()
  const busy = new Set<Thread>()
  const waiting = new Set<() => void>()
  let isClosed = false

  function take(): Thread {
    for (const [thread, retire] of idle) {
      idle.delete(thread)
      clearTimeout(retire)
      if (thread.isAlive()) return thread
    }
    return startThread(options)
  }

  function rest(thread: Thread): void {
    if (isClosed || !thread.isAlive()) return void thread.end()
    const retire = setTimeout(() => {
      idle.delete(thread)
      void thread.end()
    }, idleMs)
    idle.set(thread, retire.unref())
  }

  async function untilFree(signal: AbortSignal): Promise<void> {
    throwIfAborted(signal)
    while (!isClosed && busy.size >= mostThreads) {
      const turn = Promise.withResolvers<void>()
      const giveUp = () => turn.reject(abortFailure(signal))
      waiting.add(turn.resolve)
      signal.addEventListener('abort', giveUp, { once: true })
      await turn.promise.finally(() => {
        waiting.delete(turn.resolve)
        signal.removeEventListener('abort', giveUp)
      })
    }
    if (isClosed) throw new Failure('unavailable', 'SHUTTING_DOWN', 'The server is stopping.')
  }

  async function onThread<T>(work: (thread: Thread) => Promise<T>, signal: AbortSignal): Promise<T> {
    await untilFree(signal)
    const thread = take()
    busy.add(thread)
    try {
      return await work(thread)
    } finally {
      busy.delete(thread)
      rest(thread)
      const [next] = waiting
      next?.()
    }
  }

  return {
    ingest: (asked, context) => onThread(thread => thread.ingest(asked, context), context.signal),
    putVectors: (asked, signal) => onThread(thread => thread.putVectors(asked, signal), signal),
    async close() {
      isClosed = true
      for (const wake of waiting) wake()
      for (const retire of idle.values()) clearTimeout(retire)
      await Promise.all([...idle.keys(), ...busy].map(thread => thread.end()))
    },
  }
}
