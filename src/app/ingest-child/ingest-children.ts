import { availableParallelism } from 'node:os'
import { findLeash, type Leash } from '../../adapters/confine/confine.ts'
import type { IngestChildren } from '../../core/ingest/ingest-request.ts'
import { abortFailure, Failure, throwIfAborted } from '../../core/model/failure.ts'
import { type ChildOptions, type IngestChild, startChild } from './ingest-child.ts'

/** Each child has a tokenizer and a connection to the store; more children than cores would not be faster. */
const mostChildren = Math.min(4, Math.max(2, availableParallelism()))
const idleMs = 60_000

/**
 * Ingests in child processes, one source at a time in each. A source that is slow or runs out of memory does not affect
 * other callers.
 */
export function createIngestChildren(options: Omit<ChildOptions, 'leash'>): IngestChildren {
  const idle = new Map<IngestChild, NodeJS.Timeout>()
  const busy = new Set<IngestChild>()
  const waiting = new Set<() => void>()
  let isClosed = false

  function take(leash: Leash): IngestChild {
    for (const [child, retire] of idle) {
      idle.delete(child)
      clearTimeout(retire)
      if (child.isAlive()) return child
    }
    return startChild({ ...options, leash })
  }

  function rest(child: IngestChild): void {
    if (isClosed || !child.isAlive()) return void child.end()
    const retire = setTimeout(() => {
      idle.delete(child)
      void child.end()
    }, idleMs)
    idle.set(child, retire.unref())
  }

  async function untilFree(signal: AbortSignal): Promise<void> {
    throwIfAborted(signal)
    while (!isClosed && busy.size >= mostChildren) {
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

  async function onChild<T>(work: (child: IngestChild) => Promise<T>, signal: AbortSignal): Promise<T> {
    const leash = await findLeash()
    await untilFree(signal)
    const child = take(leash)
    busy.add(child)
    try {
      return await work(child)
    } finally {
      busy.delete(child)
      rest(child)
      const [next] = waiting
      next?.()
    }
  }

  return {
    ingest: (asked, context) => onChild(child => child.ingest(asked, context), context.signal),
    putVectors: (asked, signal) => onChild(child => child.putVectors(asked, signal), signal),
    async close() {
      isClosed = true
      for (const wake of waiting) wake()
      for (const retire of idle.values()) clearTimeout(retire)
      await Promise.all([...idle.keys(), ...busy].map(child => child.end()))
    },
  }
}
