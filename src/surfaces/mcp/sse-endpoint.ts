import { randomUUID } from 'node:crypto'
import { isSpecType, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server'
import { currentRights } from '../../core/model/rights.ts'
import { readJson, wrongTypeStatus } from '../http/read-json.ts'
import { httpCaller } from './http-endpoint.ts'
import type { McpServerFactory } from './mcp-server-factory.ts'
import { type SessionBook, tooManySessions } from './session-book.ts'

export type SseEndpoint = {
  /** GET /sse: opens the stream. */
  open(createServer: McpServerFactory, client: string): Promise<Response>
  /** POST /messages?sessionId=…: a message of the client; the answer is sent on its stream. */
  receive(request: Request): Promise<Response>
  close(): Promise<void>
}

/** Legacy HTTP+SSE, for clients that support nothing newer. */
export function sseEndpoint(options: {
  messagesPath: string
  maxBodyBytes: number
  book: SessionBook
}): SseEndpoint {
  /** `owner` is the token that opened the stream: no other can send to it. */
  const connections = new Map<string, { transport: SseTransport; owner: string | null }>()
  return {
    async open(createServer, client) {
      const sessionId = randomUUID()
      const transport = sseTransport(sessionId, `${options.messagesPath}?sessionId=${sessionId}`)
      const place = options.book.open(client, () => void transport.close())
      if (place === null) return new Response(tooManySessions, { status: 429 })
      place.begin()
      const server = createServer(httpCaller)
      server.onclose = () => {
        connections.delete(sessionId)
        place.end()
      }
      connections.set(sessionId, { transport, owner: currentRights().id })
      await server.connect(transport)
      return transport.response
    },
    async receive(request) {
      const sessionId = new URL(request.url).searchParams.get('sessionId') ?? ''
      const connection = connections.get(sessionId)
      if (connection === undefined || connection.owner !== currentRights().id)
        return new Response('There is no open stream for this session.', { status: 404 })
      const body = await readJson(request, options.maxBodyBytes)
      if (body.state === 'too_large') return new Response('The message is too large.', { status: 413 })
      if (body.state === 'too_complex') return new Response(body.problem, { status: 413 })
      if (body.state === 'wrong_type')
        return new Response('The message must be sent as application/json.', { status: wrongTypeStatus })
      if (body.state === 'malformed' || !isSpecType.JSONRPCMessage(body.value))
        return new Response('The body is not a JSON-RPC message.', { status: 400 })
      connection.transport.onmessage?.(body.value, { request })
      return new Response('Accepted', { status: 202 })
    },
    async close() {
      await Promise.all([...connections.values()].map(({ transport }) => transport.close()))
    },
  }
}

type SseTransport = Transport & {
  sessionId: string
  /** The stream with all messages of the server. */
  response: Response
}

const keepAliveMs = 15_000

/**
 * The HTTP+SSE transport of revision 2024-11-05, which the SDK no longer has. The server sends its messages on one
 * event stream, whose first event contains the address for the client's messages.
 */
function sseTransport(sessionId: string, messagesUrl: string): SseTransport {
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
