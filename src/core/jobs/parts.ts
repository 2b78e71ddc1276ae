import type { Clock } from '../ports/clock.ts'
import type { JobLedger } from '../ports/job-ledger.ts'
import type { Log } from '../ports/log.ts'
import type { Processes } from '../ports/processes.ts'

/** What long work needs from the world. */
export type JobParts = { ledger: JobLedger; clock: Clock; processes: Processes; log: Log }
