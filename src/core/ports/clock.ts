/** The time. It is passed in, so that tests can control it. */
export interface Clock {
  /** Returns the current time in ISO 8601 with offset, as it is stored and shown. */
  now(): string
  /** Returns monotonic milliseconds, for measuring durations. */
  elapsed(): number
  /**
   * Returns a signal that aborts with a TimeoutError after `ms`, unless `dispose` is called first. `ms` of the result is the
   * time that was set; absent when the signal does not depend on it.
   */
  timeout(ms: number): { signal: AbortSignal; ms?: number; dispose(): void }
}
