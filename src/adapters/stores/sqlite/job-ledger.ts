import { resolve } from 'node:path'
import type { Clock } from '../../../ports/clock.ts'
import type { JobLedger } from '../../../ports/job-ledger.ts'
import { type Database, openDatabase } from './database.ts'
import { listItems, listJobs, readJob } from './job-rows.ts'
import { beatJob, beginJob, cancelJob, finishJob, forgetJob, interruptJob } from './job-writes.ts'
import { migrate, migrations } from './migrations.ts'
import { toStoreFailure } from './sqlite-failure.ts'

export type SqliteLedgerOptions = {
  /** The store’s database file. */
  path: string
  clock: Clock
  /** How long a write waits for other processes. */
  busyTimeoutMs?: number
  /** How many jobs are remembered. */
  keep?: number
}

/**
 * The ledger in the store’s own file, over a connection of its own that its first use opens: a process that only
 * searches never pays for it.
 */
export function sqliteJobLedger(options: SqliteLedgerOptions): JobLedger {
  const { keep = 500 } = options
  let opened: Promise<Database> | null = null
  const connection = () => {
    opened ??= open(options).catch(error => {
      opened = null
      throw error
    })
    return opened
  }
  const read = <T>(work: (database: Database) => T) =>
    guard(async () => {
      const database = await connection()
      return database.read(() => work(database))
    })
  const write = <T>(work: (database: Database) => T) =>
    guard(async () => {
      const database = await connection()
      return database.write(() => work(database))
    })

  return {
    begin: (draft, claim) => write(database => beginJob(database, draft, claim, keep)),
    beat: (id, instance, news) => write(database => beatJob(database, id, instance, news)),
    finish: (id, instance, ending) => write(database => finishJob(database, id, instance, ending)),
    forget: (id, instance) => write(database => forgetJob(database, id, instance)),
    interrupt: (id, instance, at) => write(database => interruptJob(database, id, instance, at)),
    cancel: (id, claim) => write(database => cancelJob(database, id, claim)),
    get: id => read(database => readJob(database, id)),
    list: request => read(database => listJobs(database, request)),
    items: (id, page) => read(database => listItems(database, id, page)),
    async close() {
      const database = await opened?.catch(() => null)
      database?.close()
    },
  }
}

function open({ path, clock, busyTimeoutMs = 5_000 }: SqliteLedgerOptions): Promise<Database> {
  const place = path === ':memory:' ? path : resolve(path)
  return openDatabase(place, {
    busyTimeoutMs,
    prepare(database) {
      migrate(database, migrations, clock)
      // A sign of life every second need not wait for the disk; the end of the process loses nothing all the same.
      database.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -2048;')
    },
  })
}

/** The edge of the adapter: what SQLite throws leaves as a Failure. */
async function guard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toStoreFailure(error)
  }
}
