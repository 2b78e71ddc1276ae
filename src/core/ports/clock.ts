/** Time is passed in, so that tests can hold it still. */
export interface Clock {
  /** ISO 8601 with offset, as stored and shown. */
  now(): string
  /** Milliseconds that only go forward, for measuring. */
  elapsed(): number
  /** A signal that aborts with a TimeoutError after `ms`, unless disposed first. */
  timeout(ms: number): { signal: AbortSignal; dispose(): void }
}
