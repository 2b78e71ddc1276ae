import type { Tables } from '../../../core/ports/store.ts'
import type { GraphStore } from '../ports/graph-store.ts'

/** The graphs of repositories, in the store's database. */
export const graphTables: Tables<GraphStore> = {
  async sqlite(place) {
    const { sqliteGraphStore } = await import('./sqlite-graph-store.ts')
    return sqliteGraphStore(place)
  },
}
