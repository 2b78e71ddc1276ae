import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export const secret = 'sk-the-persons-own'

/** Sends a request with the secret to the host at `url`. */
export type Sender = (url: string, t: TestContext) => Promise<unknown>

type Seen = { headers: IncomingHttpHeaders; body: string }

export async function listen(t: TestContext, answer: () => { status: number; location?: string }) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', text => (body += text))
    request.on('end', () => {
      seen.push({ headers: request.headers, body })
      const { status, location } = answer()
      response.writeHead(status, location === undefined ? {} : { location }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  // SAFETY: a server that listens on a port has such an address.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

export async function staysWithItsHost(send: Sender, t: TestContext): Promise<void> {
  for (const status of [301, 302, 303, 307, 308]) {
    const other = await listen(t, () => ({ status: 404 }))
    const given = await listen(t, () => ({ status, location: `${other.url}/elsewhere` }))
    await send(given.url, t).catch(() => {})
    assert.ok(JSON.stringify(given.seen).includes(secret), 'the host it was given for has it')
    assert.deepEqual(other.seen, [], String(status))
  }
}
