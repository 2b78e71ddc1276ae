import { setTimeout as wait } from 'node:timers/promises'
import { invoke } from '../../core/contract/invoke.ts'
import { Failure } from '../../core/model/failure.ts'

/** Runs work under a signal that also aborts when the server shuts down. */
export type Watch = <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>

export type InFlight = {
  watch: Watch
  /** `invoke` under `watch`. */
  invoke: typeof invoke
  /** Waits up to `graceMs` for running work, then cancels the rest. */
  drain(graceMs: number): Promise<void>
}

/** Tracks running work, so that a server can finish it before it ends. */
export function createInFlight(): InFlight {
  const running = new Set<Promise<unknown>>()
  const shutdown = new AbortController()

  const watch: Watch = (work, signal) => {
    const started = work(AbortSignal.any([signal, shutdown.signal]))
    const forget = () => running.delete(started)
    running.add(started)
    started.then(forget, forget)
    return started
  }
  return {
    watch,
    invoke: (row, call, runtime) =>
      watch(signal => invoke(row, { ...call, signal }, runtime), call.signal ?? shutdown.signal),
    async drain(graceMs) {
      const done = new AbortController()
      const grace = wait(graceMs, undefined, { signal: done.signal }).catch(() => {})
      await Promise.race([Promise.allSettled(running), grace])
      done.abort()
      shutdown.abort(shuttingDown())
      await Promise.allSettled(running)
    },
  }
}

function shuttingDown(): Failure {
  return new Failure('unavailable', 'CANCELLED', 'The server is shutting down.', { hint: 'Try again later.' })
}
