import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createListener, type Server } from 'node:net'
import type { TestContext } from 'node:test'
import { type Facts, hostilePage, neighbourAddress, rebindingName, siteName } from './hostile-pages.ts'

export type HostileSite = {
  origin: string
  port: number
  /** Number of requests by path. */
  asked: ReadonlyMap<string, number>
  /** Connections to a server that the crawler must not reach. */
  trespasses(): number
  resolve(hostname: string): Promise<{ address: string; family: number }[]>
}

/** A site with the traps and defects that real sites have, by malice or by accident. */
export async function openHostileSite(context: TestContext): Promise<HostileSite> {
  let trespasses = 0
  const openForbidden = () =>
    createListener(socket => {
      trespasses++
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\nsecret')
    })
  const forbidden = openForbidden()
  const forbiddenPort = await listen(forbidden, '127.0.0.1')
  const asked = new Map<string, number>()
  const facts = { port: 0, forbiddenPort, tries: (path: string) => asked.get(path) ?? 0 }
  const server = createServer((request, response) => answer(request, response, facts, asked))
  const port = await listen(server, '127.0.0.1')
  facts.port = port
  // On the same port as the site, so that only the address differs.
  const neighbour = openForbidden()
  await listen(neighbour, neighbourAddress, port)
  context.after(() => {
    server.closeAllConnections()
    server.close()
    forbidden.close()
    neighbour.close()
  })
  let resolved = 0
  return {
    origin: `http://${siteName}:${port}`,
    port,
    asked,
    trespasses: () => trespasses,
    async resolve(hostname) {
      if (hostname === siteName) return [{ address: '127.0.0.1', family: 4 }]
      if (hostname !== rebindingName) throw new Error(`${hostname} is not known`)
      // First a public test address without a server, then the forbidden address.
      return [{ address: ++resolved === 1 ? '44.128.0.1' : neighbourAddress, family: 4 }]
    },
  }
}

async function listen(server: Server, host: string, port = 0): Promise<number> {
  await new Promise<void>(resolve => server.listen(port, host, resolve))
  return (server.address() as AddressInfo).port
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  facts: Facts,
  asked: Map<string, number>,
): void {
  const url = new URL(request.url ?? '/', `http://${siteName}:${facts.port}`)
  asked.set(url.pathname, (asked.get(url.pathname) ?? 0) + 1)
  hostilePage(url, response, facts)
}
