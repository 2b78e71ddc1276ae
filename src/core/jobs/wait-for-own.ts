import { abortFailure } from '../model/failure.ts'
import type { OwnJob, Waiter } from './own-job.ts'

export type Waited = { state: 'done'; value: unknown } | { state: 'running' }

/** Ends with the work, when patience does, or when the caller cancels (which cancels work that nobody else awaits). */
export function waitForOwn(
  job: OwnJob,
  waiter: Waiter,
  { patience, signal }: { patience: AbortSignal; signal: AbortSignal },
): Promise<Waited> {
  const { promise, resolve, reject } = Promise.withResolvers<Waited>()
  const onImpatience = () => {
    job.isPromised = true
    resolve({ state: 'running' })
  }
  const onAbort = () => {
    const isAlone = job.waiters.size === 1 && job.waiters.has(waiter)
    if (isAlone && !job.isPromised) job.controller.abort(signal.reason)
    reject(abortFailure(signal))
  }
  job.waiters.add(waiter)
  signal.addEventListener('abort', onAbort, { once: true })
  patience.addEventListener('abort', onImpatience, { once: true })
  if (signal.aborted) onAbort()
  else if (patience.aborted) onImpatience()
  job.result.then(value => resolve({ state: 'done', value }), reject)
  return promise.finally(() => {
    job.waiters.delete(waiter)
    signal.removeEventListener('abort', onAbort)
    patience.removeEventListener('abort', onImpatience)
  })
}
