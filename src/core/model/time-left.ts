import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<(() => number) | null>()

/**
 * Runs work, and everything that it starts, as part of a call with a time limit. `leftMs` returns the time until then, and
 * infinity when the call has ended before. Databases end their statements by it, also those of functions that take no
 * signal.
 */
export function withTimeLeft<T>(leftMs: () => number, work: () => T): T {
  return current.run(leftMs, work)
}

/** Runs work that may outlive the call which starts it. */
export function withoutTimeLimit<T>(work: () => T): T {
  return current.run(null, work)
}

/** Milliseconds until the time limit of the running call, at least 0; null when there is none. */
export function timeLeft(): number | null {
  const left = current.getStore()?.() ?? Number.POSITIVE_INFINITY
  return left === Number.POSITIVE_INFINITY ? null : Math.max(0, left)
}
