import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { openGuarded } from '../access/guarded-world.ts'

test('a server sends the spans of its calls, as part of the trace of the client, when it ends', async () => {
  let received = ''
  const collector = createServer(async (request, response) => {
    for await (const piece of request) received += piece
    response.end('{}')
  })
  await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve))
  // SAFETY: a server that listens on a port has such an address.
  const { port } = collector.address() as AddressInfo
  const world = await openGuarded(['--otel-endpoint', `http://127.0.0.1:${port}`])
  const trace = '0af7651916cd43dd8448eb211c80319c'
  const headers = { traceparent: `00-${trace}-b7ad6b7169203331-01` }
  const response = await fetch(`${world.server.url}/api/v1/documents/list_libraries`, { headers })
  assert.equal(response.status, 200)
  await world.close()
  collector.closeAllConnections()
  collector.close()
  const [span] = JSON.parse(received).resourceSpans[0].scopeSpans[0].spans
  assert.equal(span.traceId, trace)
  assert.equal(span.name, 'tool list_libraries')
})
