import assert from 'node:assert/strict'
import type { PostgresPlace } from '../../src/adapters/stores/postgres/lazy-database.ts'
import { postgresStore } from '../../src/adapters/stores/postgres/postgres-store.ts'
import type { Store } from '../../src/core/ports/store.ts'

/**
 * A store of a server that holds every collection in memory before it ranks. Each ranking is repeated by the database alone,
 * which must agree.
 */
export function heldStore(place: Pick<PostgresPlace, 'url' | 'clock'>): Store {
  const store = postgresStore({ ...place, heldFrom: 1 })
  const alone = postgresStore(place)
  return {
    ...store,
    async rank(query, signal) {
      if (signal.aborted) return store.rank(query, signal)
      await store.warm()
      const found = await store.rank(query, signal)
      assert.deepEqual(found, await alone.rank(query, signal))
      // What the first one has read is kept.
      assert.deepEqual(await store.rank(query, signal), found)
      return found
    },
    async close() {
      await alone.close()
      await store.close()
    },
  }
}
