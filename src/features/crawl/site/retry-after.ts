import type { Answer } from './transport.ts'

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
