import { Failure } from '../../../core/model/failure.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate } from './migrations.ts'

export type PostgresPlace = {
  /** `postgres://user:password@host:port/database`. */
  url: string
  clock: Clock
  /** How long a write waits for other writers of its collection. */
  busyTimeoutMs?: number
}

/** Longer than another process takes to write the largest document. */
const defaultBusyTimeoutMs = 60_000

/** Connects and migrates on first use; after an error, the next use tries again. */
export function lazyDatabase({ url, clock, busyTimeoutMs = defaultBusyTimeoutMs }: PostgresPlace) {
  let opening: Promise<Database> | null = null
  let isClosed = false

  async function connect(): Promise<Database> {
    const database = await openDatabase({ url, busyTimeoutMs })
    try {
      await migrate(database, clock)
      return database
    } catch (error) {
      await database.close()
      throw error
    }
  }

  return {
    async open(): Promise<Database> {
      if (isClosed) throw new Failure('unavailable', 'STORE_CLOSED', 'The store is closed.')
      opening ??= connect()
      try {
        return await opening
      } catch (error) {
        opening = null
        throw error
      }
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
