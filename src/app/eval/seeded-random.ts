/** Random numbers that are the same on every machine (mulberry32), for resampling and tests; not for secrets. */
export type Random = {
  /** A number in [0, 1). */
  next(): number
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number
  pick<T>(items: readonly T[]): T
  /** A normally distributed number (Box–Muller). */
  gaussian(): number
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  function below(end: number): number {
    return Math.floor(next() * end)
  }

  return {
    next,
    below,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('The list to pick from is empty.')
      return item
    },
    gaussian: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}
