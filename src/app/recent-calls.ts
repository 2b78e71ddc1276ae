import type { RecentCall } from '../core/feature.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Log } from '../core/ports/log.ts'

/** How many calls are remembered. */
const mostCalls = 200

/** A log that also remembers the last calls, at any level. What it is given holds no content of calls. */
export function rememberCalls(
  log: Log,
  clock: Pick<Clock, 'now'>,
): { log: Log; calls(): readonly RecentCall[] } {
  const calls: RecentCall[] = []
  return {
    log: {
      write(level, event, fields) {
        log.write(level, event, fields)
        if (event !== 'call' || fields === undefined) return
        const { tool, surface, correlation_id, ms, outcome } = fields
        calls.unshift({
          at: clock.now(),
          tool: String(tool),
          surface: String(surface),
          correlationId: String(correlation_id),
          ms: Number(ms),
          outcome: String(outcome),
        })
        if (calls.length > mostCalls) calls.pop()
      },
    },
    calls: () => calls,
  }
}
