import type { Tables } from '../../../core/ports/store.ts'
import type { FactStore } from '../fact-store.ts'

/** Facts and what supports them, in the store's database. */
export const factTables: Tables<FactStore> = {
  async sqlite(place) {
    const { sqliteFactStore } = await import('./sqlite-fact-store.ts')
    return sqliteFactStore(place)
  },
  async postgres(place) {
    const { postgresFactStore } = await import('./postgres/postgres-fact-store.ts')
    return postgresFactStore(place)
  },
}
