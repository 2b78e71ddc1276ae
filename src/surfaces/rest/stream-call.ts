import type { Outcome } from '../../core/contract/invoke.ts'
import type { Progress, ReportProgress } from '../../core/model/progress.ts'

export type RunStreamed = (progress: ReportProgress, hungUp: AbortSignal) => Promise<Outcome>

/** A call as server-sent events: any number of `progress`, then one `result` or `error`. Closing the stream cancels it. */
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
