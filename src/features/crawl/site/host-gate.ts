import { abortFailure, throwIfAborted } from '../../../core/model/failure.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { Answer } from './transport.ts'

export type HostGate = {
  /** Waits for a turn, in the order of asking; gives what ends it. */
  enter(signal: AbortSignal): Promise<() => void>
  /** Keeps everyone out for a while, as the host asked. */
  pause(ms: number): void
  /** From now on one at a time, with this much time between two. */
  slowDown(delayMs: number): void
}

/** One host's door: so many at a time, with so much time between two of them. */
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
    // The place is handed over as it is.
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
  /** After the first try. */
  retries: number
  /** Before the first retry; twice as long before each further one. */
  baseMs: number
  /** Longer waits, also those a host asks for, are not waited for. */
  maxWaitMs: number
}

export const defaultRetryPolicy: RetryPolicy = { retries: 3, baseMs: 1_000, maxWaitMs: 60_000 }

/** How long to wait before asking again; null when asking again is no use. `nowMs` is the time of day. */
export function retryWait(
  answer: Answer,
  attempt: number,
  policy: RetryPolicy,
  nowMs: number,
): number | null {
  if (![429, 502, 503, 504].includes(answer.status) || attempt >= policy.retries) return null
  const wait = parseRetryAfter(answer.headers['retry-after'], nowMs) ?? policy.baseMs * 2 ** attempt
  return wait <= policy.maxWaitMs ? wait : null
}

/** Seconds or a date (RFC 9110, 10.2.3). */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | null {
  if (header === undefined || header.trim() === '') return null
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1_000
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs)
}

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
