import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Processes } from '../core/ports/job-ledger.ts'

/** This process among those of its machine. */
export function systemProcesses(): Processes {
  const self = { instance: randomUUID(), pid: process.pid, host: hostname() }
  return {
    self,
    mayLive({ pid, host }) {
      if (host !== self.host) return true
      // Another instance with our own pid is an earlier one, as after the restart of a container.
      return pid !== self.pid && isThere(pid)
    },
  }
}

/** Signal 0 is not sent, only tried; not being allowed to send it means that there is someone. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
