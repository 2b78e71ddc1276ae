import type { RecentCall } from '../core/feature.ts'
import { currentRights } from '../core/model/rights.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Log } from '../core/ports/log.ts'

/** How many calls are remembered. */
const mostCalls = 200

/** Asking for the list is no entry of it: a page that follows it would fill it. */
const ownTool = 'list_activity'

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
        if (event !== 'call' || fields === undefined || fields.tool === ownTool) return
        const { tool, surface, correlation_id, ms, outcome, token = null } = fields
        calls.unshift({
          at: clock.now(),
          tool: String(tool),
          surface: String(surface),
          correlationId: String(correlation_id),
          ms: Number(ms),
          outcome: String(outcome),
          token: token === null ? null : String(token),
        })
        if (calls.length > mostCalls) calls.pop()
      },
    },
    calls() {
      const { id, role } = currentRights()
      return role === 'admin' ? calls : calls.filter(({ token }) => token === id)
    },
  }
}
