import type { Clock } from '../core/ports/clock.ts'

/** Longest delay of a timer; longer ones fire at once. A longer limit is treated as no limit. */
const longestTimer = 2_147_483_647

export const systemClock: Clock = {
  now: () => new Date().toISOString().replace('Z', '+00:00'),
  elapsed: () => performance.now(),
  timeout(ms) {
    const controller = new AbortController()
    if (ms > longestTimer) return { signal: controller.signal, dispose() {} }
    const timer = setTimeout(
      () => controller.abort(new DOMException('The time is over.', 'TimeoutError')),
      ms,
    )
    return { signal: controller.signal, ms, dispose: () => clearTimeout(timer) }
  },
}
