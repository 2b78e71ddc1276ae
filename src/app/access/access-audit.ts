import type { AuditLines } from '../../adapters/audit/audit-trail.ts'
import type { Runtime } from '../../core/contract/invoke.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Log } from '../../core/ports/log.ts'

type Audit = NonNullable<Runtime<unknown>['audit']>
type Entry = Parameters<Audit>[0]

export type AccessAudit = {
  note: Audit
  /** Resolves when everything that was noted is written. */
  flush(): Promise<void>
}

/**
 * Writes one line of JSON per write and per refusal, one run per day. A line that cannot be written is reported in the log and
 * does not make the call fail.
 */
export function accessAudit({
  lines,
  clock,
  log,
}: {
  lines: AuditLines | null
  clock: Pick<Clock, 'now'>
  log: Log
}): AccessAudit {
  if (lines === null) return { note() {}, flush: async () => {} }
  let day = ''
  let written = Promise.resolve()
  async function write(entry: Entry, at: string): Promise<void> {
    try {
      if (day !== at.slice(0, 10)) await lines?.prepare()
      day = at.slice(0, 10)
      await lines?.append(day, JSON.stringify({ ...onWire(entry), timestamp: at }))
    } catch (error) {
      log.write('warn', 'audit', { problem: `The audit cannot be written: ${String(error)}` })
    }
  }
  return {
    note(entry) {
      const at = clock.now()
      written = written.then(() => write(entry, at))
    },
    flush: () => written,
  }
}

function onWire(entry: Entry) {
  if (!('correlationId' in entry)) return { event: 'refused', ...entry }
  const { correlationId, ...call } = entry
  return { event: 'call', ...call, correlation_id: correlationId }
}
