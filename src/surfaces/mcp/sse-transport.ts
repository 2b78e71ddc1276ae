import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'

export type SseTransport = Transport & {
  sessionId: string
  /** The stream that carries everything the server says. */
  response: Response
}

const keepAliveMs = 15_000

/**
 * The HTTP+SSE transport of revision 2024-11-05, which the SDK no longer has: the server speaks on one event stream,
 * whose first event tells the client where to post what it has to say.
 */
export function sseTransport(sessionId: string, messagesUrl: string): SseTransport {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  const write = (text: string) => controller?.enqueue(encoder.encode(text))
  const keepAlive = setInterval(() => write(': still here\n\n'), keepAliveMs).unref()

  const end = () => {
    clearInterval(keepAlive)
    if (controller === null) return
    controller = null
    transport.onclose?.()
  }
  const stream = new ReadableStream<Uint8Array>({
    start(opened) {
      controller = opened
    },
    cancel: end,
  })
  const transport: SseTransport = {
    sessionId,
    response: new Response(stream, {
      headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache, no-transform' },
    }),
    async start() {
      write(`event: endpoint\ndata: ${messagesUrl}\n\n`)
    },
    async send(message: JSONRPCMessage) {
      write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
    },
    async close() {
      controller?.close()
      end()
    },
  }
  return transport
}
