import type { Clock } from '../../../core/ports/clock.ts'
import type { Tables } from '../../../core/ports/store.ts'
import type { GraphStore } from '../ports/graph-store.ts'

/** Where the database of the store is, for threads that open it themselves. */
export type GraphPlace = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }

/** The graphs of repositories, in the store's database. */
export const graphTables: Tables<GraphStore> = {
  async sqlite(place) {
    const { sqliteGraphStore } = await import('./sqlite-graph-store.ts')
    return sqliteGraphStore(place)
  },
  async postgres(place) {
    const { postgresGraphStore } = await import('./postgres/postgres-graph-store.ts')
    return postgresGraphStore(place)
  },
}

export function openGraphStore(place: GraphPlace, clock: Clock): Promise<GraphStore> {
  return place.kind === 'sqlite'
    ? graphTables.sqlite({ path: place.path, clock })
    : graphTables.postgres({ url: place.url, clock })
}
