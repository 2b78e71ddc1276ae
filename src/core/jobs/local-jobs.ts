import { randomUUID } from 'node:crypto'
import type { Clock } from '../ports/clock.ts'
import { createJobs } from './jobs.ts'
import { memoryJobLedger } from './memory-ledger.ts'
import type { Jobs } from './types.ts'

/** Jobs for an engine that shares nothing with other processes: they end with this one. */
export function localJobs(clock: Clock): Jobs {
  return createJobs({
    ledger: memoryJobLedger(),
    clock,
    processes: {
      self: { instance: randomUUID(), pid: process.pid, host: 'localhost' },
      mayLive: () => true,
    },
    log: { write() {} },
  })
}
