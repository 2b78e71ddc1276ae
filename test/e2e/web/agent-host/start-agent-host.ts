import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { rolldown } from 'rolldown'

export type AgentHost = { url: string; close(): void }

/** Serves the window of an agent, and passes its calls to a Quire server on, as an agent's own program would. */
export async function startAgentHost(quire: string): Promise<AgentHost> {
  const script = await bundle()
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/mcp')) return void forward(request, response, quire)
    const isScript = request.url === '/page.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(
      isScript ? script : '<!doctype html><title>Agent</title><script type="module" src="/page.js"></script>',
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // SAFETY: it listens on a port.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

async function bundle(): Promise<string> {
  const build = await rolldown({
    input: join(import.meta.dirname, 'page.ts'),
    platform: 'browser',
    onLog() {},
  })
  const { output } = await build.generate({ format: 'esm', codeSplitting: false })
  await build.close()
  return output[0].code
}

async function forward(request: IncomingMessage, response: ServerResponse, quire: string): Promise<void> {
  const kept = ['content-type', 'accept', 'mcp-session-id', 'mcp-protocol-version', 'mcp-method', 'mcp-name']
  const headers = Object.fromEntries(
    kept.flatMap(name => (request.headers[name] ? [[name, String(request.headers[name])]] : [])),
  )
  const body = request.method === 'POST' ? await buffer(request) : undefined
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  try {
    const answer = await fetch(quire + request.url, {
      ...{ method: request.method ?? 'GET', headers, signal: gone.signal },
      ...(body ? { body } : {}),
    })
    for (const name of ['content-type', 'mcp-session-id']) {
      const value = answer.headers.get(name)
      if (value !== null) response.setHeader(name, value)
    }
    response.writeHead(answer.status)
    if (answer.body !== null) for await (const part of answer.body) response.write(part)
    response.end()
  } catch {
    // The browser or the server has closed the connection.
    response.destroy()
  }
}
