import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { describeAddress, qdrantClient, readAddress } from './qdrant-client.ts'

test('an address names one or several nodes, with or without TLS', () => {
  const cases: [string, string[]][] = [
    ['qdrant://127.0.0.1:7000', ['http://127.0.0.1:7000']],
    ['qdrant://vectors', ['http://vectors:6333']],
    ['qdrants://a.example.org,b.example.org:443/', ['https://a.example.org:6333', 'https://b.example.org']],
    ['QDRANT://[::1]:6333', ['http://[::1]:6333']],
  ]
  for (const [address, nodes] of cases)
    assert.deepEqual(
      readAddress(address).map(node => node.origin),
      nodes,
    )
})

test('what is no address is refused, without what may be a secret', () => {
  for (const address of [
    'http://127.0.0.1:6333',
    'qdrant://',
    'qdrant://host/path',
    'qdrant://host:port',
    'qdrant://a,,b',
    'qdrant://user:secret@host',
  ])
    assert.throws(
      () => readAddress(address),
      error => {
        assert.ok(error instanceof Error && 'code' in error && error.code === 'INVALID_SETTING')
        assert.doesNotMatch(error.message, /secret/)
        return true
      },
      address,
    )
  assert.equal(describeAddress('qdrant://user:secret@host:1,other'), 'qdrant://host:1,other')
})

test('a request whose connection was closed is sent again, and the next node is asked when one is gone', async context => {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    if (requests === 1) request.socket.destroy()
    else response.end(JSON.stringify({ result: { answered: true } }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => server.close())
  // SAFETY: the server listens on a TCP port.
  const { port } = server.address() as AddressInfo
  const send = async (url: string) => {
    const client = qdrantClient({ url, key: null, caFile: null })
    context.after(() => client.close())
    return client.send({ method: 'GET', path: '/collections', withinMs: 5_000 }, new AbortController().signal)
  }
  assert.deepEqual(await send(`qdrant://127.0.0.1:${port}`), { answered: true })
  assert.equal(requests, 2)
  assert.deepEqual(await send(`qdrant://127.0.0.1:1,127.0.0.1:${port}`), { answered: true })
})
