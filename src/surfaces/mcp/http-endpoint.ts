import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  PARSE_ERROR,
  type ServerEventBus,
} from '@modelcontextprotocol/server'
import type { Caller } from '../../core/contract/caller.ts'
import { readJson, wrongType, wrongTypeStatus } from '../http/read-json.ts'
import { httpSessions } from './http-sessions.ts'
import type { McpServerFactory } from './mcp-server-factory.ts'
import { type SessionBook, tooManySessions } from './session-book.ts'

export type EndpointOptions = {
  createServer: McpServerFactory
  maxBodyBytes: number
  onError(error: Error): void
  events?: ServerEventBus
  book: SessionBook
}

export type McpEndpoint = {
  /** `client` tells whose request it is, as far as the connection does. */
  fetch(request: Request, client: string): Promise<Response>
  close(): Promise<void>
}

/** Who calls over HTTP; being on this machine proves nothing about the one behind a port. */
export const httpCaller: Caller = { surface: 'http', isLocal: false }

/**
 * Streamable HTTP of both eras at one address: 2026-07-28 without state, earlier revisions with a session when they
 * open one and without when they do not.
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
      if (request.method !== 'POST')
        return (
          (sessionId === null ? null : sessions.serve(sessionId, request, undefined)) ??
          noSuch(request, sessionId)
        )
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
      if (sessionId !== null)
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
  return refuse(405, -32_000, `${request.method} needs an Mcp-Session-Id header.`, { Allow: 'POST' })
}

function refuse(
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers })
}
