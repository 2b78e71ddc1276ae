import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Processes } from '../core/ports/job-ledger.ts'

/** Identifies this process and checks whether other processes of this machine still run. */
export function systemProcesses(): Processes {
  const self = { instance: randomUUID(), pid: process.pid, host: hostname() }
  return {
    self,
    mayLive({ pid, host }) {
      if (host !== self.host) return true
      // Another instance with the same pid is an earlier one, for example before a container restarted.
      return pid !== self.pid && isThere(pid)
    },
  }
}

/** Signal 0 only checks whether the process exists. EPERM means that it does. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
