import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Asked = {
  path: string
  headers: IncomingMessage['headers']
  body: { model: string; messages: { role: string; content: string }[]; max_tokens: number; stream: boolean }
}
export type Reply = (response: ServerResponse, asked: Asked) => void | Promise<void>

/** A loopback server that implements the OpenAI chat protocol and returns the responses that the test sets. */
export async function openChatServer() {
  const asked: Asked[] = []
  let script: Reply[] = []
  const server = createServer(async (request, response) => {
    const seen = { path: request.url ?? '', headers: request.headers, body: JSON.parse(await text(request)) }
    asked.push(seen)
    const reply = script.length > 1 ? script.shift() : script[0]
    await (reply ?? refuse(500))(response, seen)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    /** What to do with the next requests, in order; the last entry is used for all later ones. */
    say(...replies: Reply[]) {
      script = replies
      asked.length = 0
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Sends the text in parts of a few letters, as server-sent events. */
export function stream(words: string, { finish = 'stop', size = 7 } = {}): Reply {
  return response => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (let at = 0; at < words.length; at += size)
      response.write(event({ choices: [{ index: 0, delta: { content: words.slice(at, at + size) } }] }))
    response.write(event({ choices: [{ index: 0, delta: {}, finish_reason: finish }] }))
    response.write(event({ choices: [], usage: { prompt_tokens: 120, completion_tokens: 34 } }))
    response.end('data: [DONE]\n\n')
  }
}

/** Sends the whole text at once, like an endpoint that does not stream. */
export function whole(words: string): Reply {
  return response => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ choices: [{ message: { content: words }, finish_reason: 'stop' }] }))
  }
}

export function refuse(status: number, headers: Record<string, string> = {}): Reply {
  return (response, { headers: { authorization } }) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    // Some endpoints repeat the key in the error message.
    response.end(JSON.stringify({ error: { message: `Incorrect API key provided: ${authorization}` } }))
  }
}

/** Starts a response and never ends it. */
export function stall(beginning: string): Reply {
  return response => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(event({ choices: [{ index: 0, delta: { content: beginning } }] }))
  }
}

function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`
}
