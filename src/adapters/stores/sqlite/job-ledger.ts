import type { JobLedger } from '../../../core/ports/job-ledger.ts'
import { listItems, listJobs, readJob } from './job-rows.ts'
import { beatJob, beginJob, cancelJob, finishJob, forgetJob, interruptJob } from './job-writes.ts'
import { type SideOptions, sideConnection } from './side-connection.ts'

export type SqliteLedgerOptions = SideOptions & {
  /** How many jobs are remembered. */
  keep?: number
}

/** The ledger in the store’s own file. */
export function sqliteJobLedger({ keep = 500, ...options }: SqliteLedgerOptions): JobLedger {
  const { read, write, close } = sideConnection(
    { busyTimeoutMs: 5_000, ...options },
    // A sign of life every second need not wait for the disk; the end of the process loses nothing all the same.
    { pragmas: 'PRAGMA synchronous = NORMAL; PRAGMA cache_size = -2048;' },
  )

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
    close,
  }
}
