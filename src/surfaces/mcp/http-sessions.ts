import { randomUUID } from 'node:crypto'
import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'

export type HttpSessions = {
  /** Answers an `initialize` request and keeps the session it opens. */
  open(request: Request, body: unknown): Promise<Response>
  /** Answers a request of a session; null when there is no such session. */
  serve(sessionId: string, request: Request, body: unknown): Promise<Response> | null
  close(): Promise<void>
}

/**
 * Clients of the revisions up to 2025-11-25 hold a session: a cancellation, or an answer to a question of the server,
 * comes in a request of its own and must find the call it belongs to.
 */
export function httpSessions(createServer: () => Server, maxSessions: number): HttpSessions {
  // In the order of last use, so that the first is the one to give up when there are too many.
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>()

  function touch(sessionId: string, transport: WebStandardStreamableHTTPServerTransport): void {
    sessions.delete(sessionId)
    sessions.set(sessionId, transport)
  }

  async function dropOldest(): Promise<void> {
    const [oldest] = sessions
    if (oldest === undefined || sessions.size <= maxSessions) return
    sessions.delete(oldest[0])
    await oldest[1].close()
  }

  return {
    async open(request, body) {
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: sessionId => touch(sessionId, transport),
        onsessionclosed: sessionId => void sessions.delete(sessionId),
      })
      await createServer().connect(transport)
      const response = await transport.handleRequest(request, { parsedBody: body })
      await (response.ok ? dropOldest() : transport.close())
      return response
    },
    serve(sessionId, request, body) {
      const transport = sessions.get(sessionId)
      if (transport === undefined) return null
      touch(sessionId, transport)
      return transport.handleRequest(request, body === undefined ? {} : { parsedBody: body })
    },
    async close() {
      const open = [...sessions.values()]
      sessions.clear()
      await Promise.all(open.map(transport => transport.close()))
    },
  }
}
