import type { Hono } from 'hono'
import { invoke, type Outcome } from '../../core/contract/invoke.ts'
import type { Progress, ReportProgress } from '../../core/model/progress.ts'
import { answer, correlationIdOf, restCaller } from './rest-request.ts'
import type { RestOptions } from './rest-routes.ts'

/** The state of a job for clients. `revision` grows with every change. */
type JobEvent = { revision: number; isOver: boolean; value: Record<string, unknown> }

/** Yields the job, then every change until it ends or the signal aborts. */
export type JobFeed = (id: string, signal: AbortSignal) => AsyncIterable<JobEvent>

export const jobEventsPath = '/api/v1/jobs/{job_id}/events'

/** Time without an event after which a comment is sent, because proxies close silent streams after half a minute. */
const quietMs = 15_000
/** How long a browser waits before it reconnects. */
const retryMs = 2_000

/** Adds a route that sends a job as server-sent events: any number of `progress`, then one `end`. */
export function addJobEvents<Services>(app: Hono, options: RestOptions<Services>): void {
  const { table, runtime, run = invoke, jobFeed } = options
  const row = table.find('get_job')
  if (row === undefined || jobFeed === undefined) return
  app.get(jobEventsPath.replace('{job_id}', ':job_id'), async context => {
    const request = context.req.raw
    const id = context.req.param('job_id') ?? ''
    const correlationId = correlationIdOf(request)
    const input = { job_id: id, limit: 0 }
    const found = await run(
      row,
      { input, caller: restCaller, signal: request.signal, correlationId },
      runtime,
    )
    if (!found.ok) return answer(found)
    const lastSeen = Number(request.headers.get('last-event-id') ?? 0)
    const feed = (signal: AbortSignal) => jobFeed(id, signal)
    return streamFeed(feed, { ...options, lastSeen, correlationId })
  })
}

function streamFeed<Services>(
  feed: (signal: AbortSignal) => AsyncIterable<JobEvent>,
  context: Pick<RestOptions<Services>, 'runtime' | 'closing'> & { lastSeen: number; correlationId: string },
): Response {
  const { runtime, closing, lastSeen } = context
  const hungUp = new AbortController()
  const signal = closing === undefined ? hungUp.signal : AbortSignal.any([hungUp.signal, closing])
  const events = feed(signal)[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  let next = events.next()
  // An event is read only when the client has taken the last one: a slow client misses steps, but not the end.
  const stream = new ReadableStream<Uint8Array>({
    start: controller => controller.enqueue(encoder.encode(`retry: ${retryMs}\n\n`)),
    async pull(controller) {
      for (;;) {
        const event = await orQuiet(next, runtime.clock)
        if (event === 'quiet') return controller.enqueue(encoder.encode(': still here\n\n'))
        if (event.done === true) return controller.close()
        next = events.next()
        const { revision, isOver } = event.value
        // After a reconnect, events that the client has received are not sent again.
        if (isOver || revision > lastSeen) return controller.enqueue(encoder.encode(write(event.value)))
      }
    },
    cancel: reason => hungUp.abort(reason),
  })
  return new Response(stream, {
    headers: {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache, no-transform',
      'X-Correlation-Id': context.correlationId,
    },
  })
}

function write({ revision, isOver, value }: JobEvent): string {
  return `event: ${isOver ? 'end' : 'progress'}\nid: ${revision}\ndata: ${JSON.stringify(value)}\n\n`
}

async function orQuiet<T>(
  next: Promise<T>,
  clock: RestOptions<unknown>['runtime']['clock'],
): Promise<T | 'quiet'> {
  const timer = clock.timeout(quietMs)
  const { promise: quiet, resolve } = Promise.withResolvers<'quiet'>()
  timer.signal.addEventListener('abort', () => resolve('quiet'), { once: true })
  try {
    return await Promise.race([next, quiet])
  } finally {
    timer.dispose()
  }
}

type RunStreamed = (progress: ReportProgress, hungUp: AbortSignal) => Promise<Outcome>

/**
 * Sends a call as server-sent events: any number of `progress`, then one `result` or `error`. Closing the stream
 * cancels it.
 */
export function streamCall(correlationId: string, run: RunStreamed): Response {
  const encoder = new TextEncoder()
  const hungUp = new AbortController()
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (event: string, data: unknown) => {
        if (hungUp.signal.aborted) return
        controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
      }
      let isOpen = true
      const progress = (step: Progress) => {
        if (isOpen) send('progress', step)
      }
      const outcome = await run(progress, hungUp.signal)
      isOpen = false
      if (outcome.ok) send('result', outcome.value)
      else send('error', outcome.worded)
      if (!hungUp.signal.aborted) controller.close()
    },
    cancel: reason => hungUp.abort(reason),
  })
  return new Response(stream, {
    headers: {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache, no-transform',
      'X-Correlation-Id': correlationId,
    },
  })
}
