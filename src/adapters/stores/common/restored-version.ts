import { randomInt } from 'node:crypto'

/**
 * How far the versions of a store's collections leap when it is restored from a backup. Servers that run and caches know
 * what they hold by the version of a collection, and may have seen more versions than the backup has: these must not
 * begin again with other content.
 */
export function restoredLeap(): number {
  return 2 ** 32 + randomInt(2 ** 32)
}
