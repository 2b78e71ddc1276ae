import { abortFailure, throwIfAborted } from '../../../core/model/failure.ts'
import type { Clock } from '../../../core/ports/clock.ts'

/** Between two requests to the web API. */
export const courtesyGapMs = 500

const firstRetryMs = 1_000
const longestRetryMs = 30_000

/** Before the next attempt when the server did not say: 1 s, 2 s, 4 s… */
export function retryPause(attempt: number): number {
  return Math.min(longestRetryMs, firstRetryMs * 2 ** attempt)
}

/**
 * How long the server wants to be left alone, in milliseconds: `Backoff` on any answer, `Retry-After` on a refusal,
 * in seconds or as a date.
 */
export function askedPause(headers: Readonly<Record<string, string>>, clock: Clock): number | null {
  const pauses = [headers.backoff, headers['retry-after']].flatMap(value => {
    if (value === undefined || value.trim() === '') return []
    const seconds = Number(value)
    const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.parse(clock.now())
    return Number.isNaN(ms) ? [] : [Math.max(0, ms)]
  })
  return pauses.length === 0 ? null : Math.max(...pauses)
}

/** Waits by the clock that is passed in, or until the caller gives up. */
export async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  throwIfAborted(signal)
  if (ms <= 0) return
  const timer = clock.timeout(ms)
  try {
    await new Promise<void>((resolve, reject) => {
      if (timer.signal.aborted) return resolve()
      timer.signal.addEventListener('abort', () => resolve(), { once: true })
      signal.addEventListener('abort', () => reject(abortFailure(signal)), {
        once: true,
        signal: timer.signal,
      })
    })
  } finally {
    timer.dispose()
  }
}

/** The work's outcome, or the caller's giving up, whichever comes first. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  throwIfAborted(signal)
  const done = new AbortController()
  const abandoned = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(abortFailure(signal)), { once: true, signal: done.signal })
  })
  try {
    return await Promise.race([work, abandoned])
  } finally {
    done.abort()
  }
}
