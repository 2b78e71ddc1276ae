import { randomUUID } from 'node:crypto'
import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { BookedSession, SessionBook } from './session-book.ts'

export type HttpSessions = {
  /** Answers an `initialize` request and keeps the session it opens; null when the client holds too many. */
  open(request: Request, body: unknown, client: string): Promise<Response | null>
  /** Answers a request of a session; null when there is no such session. */
  serve(sessionId: string, request: Request, body: unknown): Promise<Response> | null
  close(): Promise<void>
}

type Session = { transport: WebStandardStreamableHTTPServerTransport; place: BookedSession }

/**
 * Clients of the revisions up to 2025-11-25 hold a session: a cancellation, or an answer to a question of the server,
 * comes in a request of its own and must find the call it belongs to.
 */
export function httpSessions(createServer: () => Server, book: SessionBook): HttpSessions {
  const sessions = new Map<string, Session>()

  return {
    async open(request, body, client) {
      let sessionId: string | null = null
      const forget = () => {
        if (sessionId !== null) sessions.delete(sessionId)
        place?.end()
      }
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: id => {
          sessionId = id
          if (place !== null) sessions.set(id, { transport, place })
        },
        onsessionclosed: forget,
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
      if (session === undefined) return null
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

/** The same response, whose end is told: a stream is open as long as the client listens. */
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
