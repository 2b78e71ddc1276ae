/** Limits how often something happens per key, exactly: never more than `limit` within any `windowMs`. */
export type RateLimiter = {
  /** Counts one call and returns 0, or returns how many milliseconds it comes too early; then it is not counted. */
  take(key: string): number
  /** The same without counting. */
  waitMs(key: string): number
}

/** Keys that are remembered; the ones that were used least recently are dropped first. */
const mostKeys = 10_000

export function rateLimiter({
  limit,
  windowMs,
  now,
}: {
  limit: number
  windowMs: number
  /** Monotonic milliseconds. */
  now(): number
}): RateLimiter {
  /** The times of the last calls, as a ring: `next` is the oldest once the ring is full. */
  const rings = new Map<string, { times: number[]; next: number }>()

  function waitMs(key: string): number {
    const ring = rings.get(key)
    if (ring === undefined || ring.times.length < limit) return 0
    const oldest = ring.times[ring.next] ?? 0
    return Math.max(0, oldest + windowMs - now())
  }

  return {
    waitMs,
    take(key) {
      const wait = waitMs(key)
      if (wait > 0) return wait
      const ring = rings.get(key) ?? { times: [], next: 0 }
      // Moved to the end: a Map keeps the order of insertion.
      rings.delete(key)
      rings.set(key, ring)
      ring.times[ring.next] = now()
      ring.next = (ring.next + 1) % limit
      const [first] = rings.keys()
      if (rings.size > mostKeys && first !== undefined) rings.delete(first)
      return 0
    },
  }
}
