import { abortFailure, throwIfAborted } from '../../../core/model/failure.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { Answer } from './transport.ts'

export type HostGate = {
  /** Waits for a turn, first come first served; returns a function that ends the turn. */
  enter(signal: AbortSignal): Promise<() => void>
  /** Lets no request start for this long. */
  pause(ms: number): void
  /** From now on allows one request at a time, with this delay between two. */
  slowDown(delayMs: number): void
}

/** Limits the requests to one host: how many run at a time, and the delay between two starts. */
export function hostGate(clock: Clock, start: { concurrency: number; delayMs: number }): HostGate {
  let { concurrency, delayMs } = start
  let inside = 0
  let opensAt = Number.NEGATIVE_INFINITY
  const waiting: (() => void)[] = []
  let turn: Promise<unknown> = Promise.resolve()

  async function takePlace(): Promise<void> {
    if (inside < concurrency) {
      inside++
      return
    }
    await new Promise<void>(resolve => waiting.push(resolve))
  }

  function leave(): void {
    const next = waiting.shift()
    // The next request takes over the place, so `inside` stays the same.
    if (next !== undefined) next()
    else inside--
  }

  async function untilOpen(signal: AbortSignal): Promise<void> {
    throwIfAborted(signal)
    for (let left = opensAt - clock.elapsed(); left > 0; left = opensAt - clock.elapsed())
      await wait(clock, left, signal)
    opensAt = Math.max(opensAt, clock.elapsed() + delayMs)
  }

  return {
    async enter(signal) {
      await takePlace()
      const mine = turn.then(() => untilOpen(signal))
      turn = mine.catch(() => {})
      try {
        await mine
      } catch (error) {
        leave()
        throw error
      }
      let isInside = true
      return () => {
        if (isInside) leave()
        isInside = false
      }
    },
    pause(ms) {
      opensAt = Math.max(opensAt, clock.elapsed() + ms)
    },
    slowDown(ms) {
      concurrency = 1
      delayMs = Math.max(delayMs, ms)
      opensAt = Math.max(opensAt, clock.elapsed() + delayMs)
    },
  }
}

export type RetryPolicy = {
  /** Number of retries after the first try. */
  retries: number
  /** Delay before the first retry; doubled before each further one. */
  baseMs: number
  /** If the delay is longer, including one from Retry-After, there is no retry. */
  maxWaitMs: number
}

export const defaultRetryPolicy: RetryPolicy = { retries: 3, baseMs: 1_000, maxWaitMs: 60_000 }

/** Returns the delay before a retry in milliseconds; null if there should be none. `nowMs` is the time of day. */
export function retryWait(
  answer: Answer,
  policy: RetryPolicy,
  { attempt, nowMs }: { attempt: number; nowMs: number },
): number | null {
  if (![429, 502, 503, 504].includes(answer.status) || attempt >= policy.retries) return null
  const wait = parseRetryAfter(answer.headers['retry-after'], nowMs) ?? policy.baseMs * 2 ** attempt
  return wait <= policy.maxWaitMs ? wait : null
}

/** Parses seconds or a date (RFC 9110, 10.2.3); returns milliseconds. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | null {
  if (header === undefined || header.trim() === '') return null
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1_000
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs)
}

/** Resolves after `ms` milliseconds of the clock; rejects as soon as the signal aborts. */
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
