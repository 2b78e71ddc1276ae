import { Failure } from '../../core/model/failure.ts'
import type { Cache } from '../../core/ports/cache.ts'

export type CacheOptions = {
  entries: number
  seconds: number
  /** Opens a cache in the database of the store; null when the store is a file. */
  inStore?: ((options: { seconds: number }) => Cache) | null
}

/** `choice` is `memory`, `store`, `redis://host:6379/0` (or `rediss:`), or `none`, which returns null. */
export async function openCache(
  choice: string,
  { entries, seconds, inStore = null }: CacheOptions,
): Promise<Cache | null> {
  if (choice === 'none' || (choice === 'memory' && entries === 0)) return null
  if (choice === 'memory') return memoryCache({ entries })
  if (/^rediss?:\/\//.test(choice)) {
    const { redisCache } = await import('./redis.ts')
    return redisCache({ url: choice, seconds })
  }
  if (choice === 'store' && inStore !== null) return inStore({ seconds })
  throw new Failure('invalid', 'INVALID_SETTING', `"${choice}" is not a cache that can be opened.`, {
    hint: 'Use memory, none, an address such as redis://127.0.0.1:6379, or, with a PostgreSQL store, store.',
  })
}

/** Keeps the most recently used answers in this process. */
export function memoryCache(options: { entries: number; bytes?: number }): Cache {
  const { entries, bytes = 64 * 1024 * 1024 } = options
  const held = new Map<string, string>()
  let size = 0

  function forget(key: string): void {
    size -= 2 * (held.get(key)?.length ?? 0)
    held.delete(key)
  }

  return {
    description: `memory, ${entries} answers`,
    async get(key) {
      const value = held.get(key)
      if (value === undefined) return null
      // A Map iterates in insertion order: a used entry moves to the end.
      held.delete(key)
      held.set(key, value)
      return value
    },
    async set(key, value) {
      if (2 * value.length > bytes || entries <= 0) return
      forget(key)
      held.set(key, value)
      size += 2 * value.length
      for (const oldest of held.keys()) {
        if (held.size <= entries && size <= bytes) break
        forget(oldest)
      }
    },
    async close() {
      held.clear()
    },
  }
}
