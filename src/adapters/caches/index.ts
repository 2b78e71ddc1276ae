import { Failure } from '../../core/model/failure.ts'
import type { Cache } from '../../core/ports/cache.ts'
import { memoryCache } from './memory.ts'

export type CacheOptions = { entries: number; seconds: number }

/** `memory`, `redis://host:6379/0` (or `rediss:`), or `none`. */
export async function openCache(choice: string, { entries, seconds }: CacheOptions): Promise<Cache | null> {
  if (choice === 'none' || (choice === 'memory' && entries === 0)) return null
  if (choice === 'memory') return memoryCache({ entries })
  if (/^rediss?:\/\//.test(choice)) {
    const { redisCache } = await import('./redis.ts')
    return redisCache({ url: choice, seconds })
  }
  throw new Failure('invalid', 'INVALID_SETTING', `"${choice}" is not a cache that can be opened.`, {
    hint: 'Use memory, none, or an address such as redis://127.0.0.1:6379.',
  })
}
