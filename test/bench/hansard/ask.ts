import type { Random } from '../../../src/app/eval/seeded-random.ts'

type Timed = { ms: number }

/** Draws ranks by Zipf's law with s = 1. */
export function zipf(size: number, random: Random): () => number {
  let sum = 0
  const bounds = Array.from({ length: size }, (_, rank) => {
    sum += 1 / (rank + 1)
    return sum
  })
  return () => {
    const place = random.next() * sum
    return bounds.findIndex(bound => bound >= place)
  }
}

/** A server that has just started may still be loading: asked again until it answers. */
export async function untilAnswered(ask: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt += 1)
    try {
      await ask()
      return
    } catch (error) {
      if (!String(error).includes('504')) throw error
    }
  throw new Error('The server never answered.')
}

export async function times<T>(items: readonly T[], call: (item: T) => Promise<Timed>): Promise<number[]> {
  const ms: number[] = []
  for (const item of items) ms.push((await call(item)).ms)
  return ms
}

/** Many callers at once, each asking again as soon as it is answered. */
export async function together<T>(callers: number, items: readonly T[], call: (item: T) => Promise<Timed>) {
  const queue = [...items]
  const ms: number[] = []
  const errors: unknown[] = []
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift())
        await call(item).then(
          timed => ms.push(timed.ms),
          error => errors.push(error),
        )
    }),
  )
  return { ms, errors, perSecond: (1000 * ms.length) / (performance.now() - startedAt) }
}
