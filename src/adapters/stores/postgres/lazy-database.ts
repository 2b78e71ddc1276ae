import { withoutTimeLimit } from '../../../core/model/time-left.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { OuterIndex } from '../common/outer-index.ts'
import { type Database, openDatabase, type Sql, storeClosed } from './database.ts'
import { type FeatureTables, makeTables, migrate } from './migrations.ts'

export type PostgresPlace = {
  /** `postgres://user:password@host:port/database`. */
  url: string
  clock: Clock
  /** The address of a replica, which answers searches. */
  readUrl?: string | null
  /** An index of vectors outside the database. */
  outer?: OuterIndex | null
  /** How long a write waits for other writers of its collection. */
  busyTimeoutMs?: number
  /** From how many chunks on a collection gets an index of vectors. */
  indexFrom?: number
  /** From how many chunks on a server holds a collection in memory, and how many bytes all vectors may take there. */
  heldFrom?: number
  heldBytes?: number
}

/** Longer than another process takes to write the largest document. */
const defaultBusyTimeoutMs = 60_000

/**
 * Connects and migrates on first use; after an error, the next use tries again. `tables` are those of a feature, which are
 * created where they are missing.
 */
export function lazyDatabase(
  { url, clock, busyTimeoutMs = defaultBusyTimeoutMs }: PostgresPlace,
  tables: FeatureTables | null = null,
) {
  let opening: Promise<Database> | null = null
  let isClosed = false

  async function connect(): Promise<Database> {
    const database = await openDatabase({ url, busyTimeoutMs })
    try {
      await migrate(database, clock)
      if (tables !== null) await makeTables(database, tables)
      return database
    } catch (error) {
      await database.close()
      throw error
    }
  }

  async function open(): Promise<Database> {
    if (isClosed) throw storeClosed()
    // Other calls wait for it too.
    opening ??= withoutTimeLimit(connect)
    try {
      return await opening
    } catch (error) {
      opening = null
      throw error
    }
  }

  return {
    open,
    async read<T>(work: (sql: Sql) => Promise<T>, signal?: AbortSignal): Promise<T> {
      return (await open()).read(work, signal)
    },
    async write<T>(work: (sql: Sql) => Promise<T>, signal?: AbortSignal): Promise<T> {
      return (await open()).write(work, signal)
    },
    async close(): Promise<void> {
      isClosed = true
      await opening?.then(
        database => database.close(),
        () => {},
      )
    },
  }
}
