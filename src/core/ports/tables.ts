import type { Clock } from './clock.ts'

/** Where the database of the store is. */
export type DatabasePlace = { path: string; clock: Clock }

/**
 * Tables that a feature keeps in the store's database, in each dialect that it knows. The feature makes them when they are
 * missing; the store does not know them.
 */
export type Tables<Access> = { sqlite(place: DatabasePlace): Promise<Access> }

/** Opens a feature's tables in the database of the store. */
export type OpenTables = <Access>(tables: Tables<Access>) => Promise<Access>
