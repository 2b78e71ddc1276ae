import type { Cache } from '../../core/ports/cache.ts'

/** Keeps the answers that were asked for most recently, in this process. */
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
      // Maps keep the order of insertion: what was asked for last goes to the end.
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
