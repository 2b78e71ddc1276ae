import { abortFailure, throwIfAborted } from '../../../core/model/failure.ts'
import type { Clock } from '../../../core/ports/clock.ts'

/** Resolves after `ms` of the clock; throws as soon as the signal aborts. */
export async function wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  throwIfAborted(signal)
  if (ms <= 0) return
  const timer = clock.timeout(ms)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const end = () => resolve()
  const stop = () => reject(abortFailure(signal))
  timer.signal.addEventListener('abort', end, { once: true })
  signal.addEventListener('abort', stop, { once: true })
  if (timer.signal.aborted) end()
  try {
    await promise
  } finally {
    signal.removeEventListener('abort', stop)
    timer.dispose()
  }
}
