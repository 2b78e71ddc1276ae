import { resolve } from 'node:path'
import type { Clock } from '../../../core/ports/clock.ts'
import { type Database, openDatabase } from './database.ts'
import { type FeatureTables, makeTables, migrate, migrations } from './migrations.ts'
import { reopening } from './reopening.ts'
import { toStoreFailure } from './sqlite-failure.ts'

export type SideOptions = {
  /** The database file of the store. */
  path: string
  clock: Clock
  /** How long a write waits for other processes. */
  busyTimeoutMs?: number
}

/**
 * A second connection to the database, for tables other than the store's own. It is opened on first use, so that a
 * process that only searches does not open it. Errors of SQLite are thrown as Failures.
 */
export type SideConnection = {
  use<T>(work: (database: Database) => Promise<T>): Promise<T>
  read<T>(work: (database: Database) => T): Promise<T>
  write<T>(work: (database: Database) => T, signal?: AbortSignal): Promise<T>
  /** Opens another connection with the same settings; the caller closes it. */
  openOwn(): Promise<Database>
  close(): Promise<void>
}

export function sideConnection(
  { path, clock, busyTimeoutMs = 60_000 }: SideOptions,
  /** `pragmas` are settings of this connection, as SQL; `tables` are created where missing. */
  { pragmas = '', tables = null }: { pragmas?: string; tables?: FeatureTables | null } = {},
): SideConnection {
  const open = (mustExist: boolean) =>
    openDatabase(path === ':memory:' ? path : resolve(path), {
      busyTimeoutMs,
      mustExist,
      prepare(database) {
        migrate(database, migrations, clock)
        if (tables !== null) makeTables(database, tables)
        if (pragmas !== '') database.exec(pragmas)
      },
    })
  const { use, close } = reopening({ open, close: async database => database.close() })
  return {
    use,
    read: work => use(async database => database.read(() => work(database))),
    write: (work, signal) => use(database => database.write(() => work(database), signal)),
    openOwn: () =>
      open(false).catch(error => {
        throw toStoreFailure(error)
      }),
    close,
  }
}
