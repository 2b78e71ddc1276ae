import type { Runtime } from '../../core/contract/invoke.ts'
import { rateLimiter } from '../../core/contract/rate-limiter.ts'
import { Failure } from '../../core/model/failure.ts'
import type { Clock } from '../../core/ports/clock.ts'

const windowMs = 60_000

/** Limits the calls of each tool by each token; without a limit there is nothing to count. */
export function callLimits(
  perMinute: number,
  clock: Pick<Clock, 'elapsed'>,
): Pick<Runtime<unknown>, 'limit'> {
  if (perMinute === 0) return {}
  const limiter = rateLimiter({ limit: perMinute, windowMs, now: clock.elapsed })
  return {
    limit(token, tool) {
      const waitMs = limiter.take(`${token} ${tool}`)
      if (waitMs === 0) return
      const seconds = Math.ceil(waitMs / 1000)
      throw new Failure(
        'rate_limited',
        'RATE_LIMITED',
        `This token may call ${tool} ${perMinute} times a minute.`,
        { hint: `Call it again in ${seconds} s.`, details: { tool, retry_after_seconds: seconds } },
      )
    },
  }
}
