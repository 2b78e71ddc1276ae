import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { type UrlReaderOptions, urlReader } from '../url-reader.ts'

/** A reader with small limits that is closed after the test. */
export function readerFor(context: TestContext, options: Partial<UrlReaderOptions> = {}) {
  const reader = urlReader({ fetchAllow: [], userAgent: 'quire-test/1', maxBytes: 10_000, ...options })
  context.after(() => reader.close())
  return reader
}

/** Starts a web server on loopback; returns its port. */
export async function serve(context: TestContext, answer: RequestListener): Promise<number> {
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  // SAFETY: the server listens on a TCP port.
  return (server.address() as AddressInfo).port
}
