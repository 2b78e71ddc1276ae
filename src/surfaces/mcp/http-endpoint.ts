import { randomUUID } from 'node:crypto'
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  PARSE_ERROR,
  type Server,
  type ServerEventBus,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Caller } from '../../core/contract/caller.ts'
import { currentRights } from '../../core/model/rights.ts'
import { readJson, wrongType, wrongTypeStatus } from '../http/read-json.ts'
import type { McpServerFactory } from './mcp-server-factory.ts'
import { type BookedSession, type SessionBook, tooManySessions } from './session-book.ts'

export type EndpointOptions = {
  createServer: McpServerFactory
  maxBodyBytes: number
  onError(error: Error): void
  events?: ServerEventBus
  book: SessionBook
  /** Whether the requests of a client may reach several servers: a session that is unknown here may be open in another. */
  sharesClients: boolean
}

export type McpEndpoint = {
  /** `client` identifies the sender as far as the connection does. */
  fetch(request: Request, client: string): Promise<Response>
  close(): Promise<void>
}

/** The caller over HTTP. It is never local: a request from this machine may come from any of its users. */
export const httpCaller: Caller = { surface: 'http', isLocal: false }

/**
 * Streamable HTTP for all protocol revisions at one address: 2026-07-28 without state; earlier revisions with a session
 * if the client opens one, otherwise without. A request in a session of another server is answered without it: what a
 * session holds, its streams and cancellations, stays with the server that opened it.
 */
export function mcpHttpEndpoint(options: EndpointOptions): McpEndpoint {
  const createServer = () => options.createServer(httpCaller)
  const sessions = httpSessions(createServer, options.book)
  const stateless = createMcpHandler(createServer, {
    onerror: options.onError,
    ...(options.events === undefined ? {} : { bus: options.events }),
  })

  return {
    async fetch(request, client) {
      const sessionId = request.headers.get('mcp-session-id')
      if (request.method !== 'POST') {
        const isElsewhere = sessionId !== null && options.sharesClients && !sessions.knows(sessionId)
        return (
          (sessionId === null ? null : sessions.serve(sessionId, request, undefined)) ??
          noSuch(request, isElsewhere ? null : sessionId)
        )
      }
      const body = await readJson(request, options.maxBodyBytes)
      if (body.state === 'too_large')
        return refuse(413, -32_000, `The body is larger than ${options.maxBodyBytes} bytes.`)
      if (body.state === 'too_complex') return refuse(413, -32_000, body.problem)
      if (body.state === 'wrong_type') {
        const { message, hint } = wrongType('application/json')
        return refuse(wrongTypeStatus, -32_000, `${message} ${hint}`)
      }
      if (body.state === 'malformed')
        return refuse(400, PARSE_ERROR, 'Parse error: the body is not valid JSON.')
      if (!(await isLegacyRequest(request, body.value)))
        return stateless.fetch(request, { parsedBody: body.value })
      if (sessionId !== null && (!options.sharesClients || sessions.knows(sessionId)))
        return sessions.serve(sessionId, request, body.value) ?? noSuch(request, sessionId)
      if (isInitializeRequest(body.value))
        return (await sessions.open(request, body.value, client)) ?? refuse(429, -32_000, tooManySessions)
      return stateless.fetch(request, { parsedBody: body.value })
    },
    async close() {
      await sessions.close()
      await stateless.close()
    },
  }
}

function noSuch(request: Request, sessionId: string | null): Response {
  if (sessionId !== null)
    return refuse(404, -32_001, 'There is no such session. Send initialize to open a new one.')
  const response = refuse(405, -32_000, `${request.method} requires the Mcp-Session-Id of a session here.`)
  response.headers.set('Allow', 'POST')
  return response
}

function refuse(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status })
}

/** How many sessions that their clients have ended are remembered. */
const mostEnded = 1_000

type HttpSessions = {
  /** Answers an `initialize` request and keeps the new session; null when the client has too many sessions. */
  open(request: Request, body: unknown, client: string): Promise<Response | null>
  /** Answers a request in a session; null when there is no such session. */
  serve(sessionId: string, request: Request, body: unknown): Promise<Response> | null
  /** Whether the session is open here, or was until its client ended it. */
  knows(sessionId: string): boolean
  close(): Promise<void>
}

type Session = {
  transport: WebStandardStreamableHTTPServerTransport
  place: BookedSession
  /** The token that opened it: no other can use it. */
  owner: string | null
}

/**
 * Sessions for clients of revisions up to 2025-11-25: they send a cancellation, or the answer to a request of the
 * server, in a separate HTTP request that must be assigned to its call.
 */
function httpSessions(createServer: () => Server, book: SessionBook): HttpSessions {
  const sessions = new Map<string, Session>()
  const ended = new Set<string>()

  function remember(sessionId: string): void {
    ended.add(sessionId)
    const [oldest] = ended
    if (ended.size > mostEnded && oldest !== undefined) ended.delete(oldest)
  }

  return {
    knows: sessionId => sessions.has(sessionId) || ended.has(sessionId),
    async open(request, body, client) {
      let sessionId: string | null = null
      const owner = currentRights().id
      const forget = () => {
        if (sessionId !== null) sessions.delete(sessionId)
        place?.end()
      }
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: id => {
          sessionId = id
          if (place !== null) sessions.set(id, { transport, place, owner })
        },
        onsessionclosed: id => {
          remember(id)
          forget()
        },
      })
      const place = book.open(client, () => {
        forget()
        void transport.close()
      })
      if (place === null) return null
      await createServer().connect(transport)
      const response = await transport.handleRequest(request, { parsedBody: body })
      if (response.ok) return response
      forget()
      await transport.close()
      return response
    },
    serve(sessionId, request, body) {
      const session = sessions.get(sessionId)
      if (session === undefined || session.owner !== currentRights().id) return null
      const { transport, place } = session
      const over = place.begin()
      const handled = transport.handleRequest(request, body === undefined ? {} : { parsedBody: body })
      return handled.then(
        response => whenOver(response, over),
        (error: unknown) => {
          over()
          throw error
        },
      )
    },
    async close() {
      const open = [...sessions.values()]
      sessions.clear()
      await Promise.all(open.map(({ transport }) => transport.close()))
    },
  }
}

/** The same response; `over` is called when it ends. An event stream ends when the client closes it. */
function whenOver(response: Response, over: () => void): Response {
  if (response.body === null || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
    over()
    return response
  }
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        over()
        controller.close()
      } catch (error) {
        over()
        controller.error(error)
      }
    },
    async cancel(reason) {
      over()
      await reader.cancel(reason)
    },
  })
  return new Response(body, response)
}
