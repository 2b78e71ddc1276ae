import type { Clock } from '../ports/clock.ts'

/** Resolves after `ms` of the clock, or as soon as the signal aborts. */
export async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const timer = clock.timeout(ms)
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => resolve()
  timer.signal.addEventListener('abort', end, { once: true })
  signal.addEventListener('abort', end, { once: true })
  if (timer.signal.aborted) end()
  await promise
  signal.removeEventListener('abort', end)
  timer.dispose()
}
