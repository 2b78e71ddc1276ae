/** How often the token of an open stream is checked again. */
export const recheckMs = 10_000

/**
 * The same response. If it is an event stream, it ends soon after its token does; a check that fails leaves it open, because
 * a store that does not answer is no reason to end it.
 */
export function endWithToken(
  response: Response,
  isValid: () => Promise<boolean>,
  everyMs: number = recheckMs,
): Response {
  const { body, headers } = response
  if (body === null || headers.get('content-type')?.startsWith('text/event-stream') !== true) return response
  const reader = body.getReader()
  const over = new AbortController()
  const timer = setInterval(() => {
    isValid().then(
      valid => {
        if (!valid) over.abort()
      },
      () => {},
    )
  }, everyMs).unref()
  const stop = () => clearInterval(timer)
  const ended = new Promise<{ done: true; value: undefined }>(resolve =>
    over.signal.addEventListener('abort', () => resolve({ done: true, value: undefined }), { once: true }),
  )
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await Promise.race([reader.read(), ended])
        if (!done) return controller.enqueue(value)
        stop()
        controller.close()
        if (over.signal.aborted) await reader.cancel()
      } catch (error) {
        stop()
        controller.error(error)
      }
    },
    async cancel(reason) {
      stop()
      await reader.cancel(reason)
    },
  })
  return new Response(stream, response)
}
