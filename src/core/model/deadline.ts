/** A time limit for one part of an answer. When it passes, that part is left out and the rest is returned in time. */
export type Deadline = { signal: AbortSignal; ms: number }
