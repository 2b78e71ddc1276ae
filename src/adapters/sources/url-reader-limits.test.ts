import assert from 'node:assert/strict'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createSocketServer } from 'node:net'
import test from 'node:test'
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib'
import { failure } from './test/failure.ts'
import { readerFor, serve } from './test/web-fixtures.ts'

const { signal } = new AbortController()

test('compressed answers are unpacked', async context => {
  const packed: Record<string, Buffer> = {
    gzip: gzipSync('hello'),
    br: brotliCompressSync('hello'),
    deflate: deflateRawSync('hello'),
    'gzip, br': brotliCompressSync(gzipSync('hello')),
    identity: Buffer.from('hello'),
  }
  const port = await serve(context, (request, response) => {
    const encoding = decodeURIComponent(request.url?.slice(1) ?? '')
    response.writeHead(200, { 'content-encoding': encoding }).end(packed[encoding] ?? 'hello')
  })
  const reader = readerFor(context, { fetchAllow: ['127.0.0.1'] })
  for (const encoding of Object.keys(packed)) {
    const raw = await reader.read(`http://127.0.0.1:${port}/${encodeURIComponent(encoding)}`, signal)
    assert.equal(Buffer.from(raw.bytes).toString(), 'hello', encoding)
  }
  for (const encoding of ['rot13', 'constructor', 'gzip,gzip,gzip'])
    await assert.rejects(
      reader.read(`http://127.0.0.1:${port}/${encoding}`, signal),
      failure('FETCH_FAILED', 'unavailable'),
    )
})

test('no answer grows beyond the limit: announced, streamed or unpacked', async context => {
  const port = await serve(context, (request, response) => {
    if (request.url === '/announced') response.writeHead(200, { 'content-length': '10001' }).flushHeaders()
    if (request.url === '/streamed') {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(4096)));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    }
    if (request.url === '/bomb')
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(8_000_000)))
    if (request.url === '/just') response.end('x'.repeat(10_000))
  })
  const reader = readerFor(context, { fetchAllow: ['127.0.0.1'] })
  for (const path of ['/announced', '/streamed', '/bomb'])
    await assert.rejects(
      reader.read(`http://127.0.0.1:${port}${path}`, signal),
      failure('TOO_LARGE', 'too_large'),
    )
  assert.equal((await reader.read(`http://127.0.0.1:${port}/just`, signal)).bytes.length, 10_000)
})

test('a body that drips is given up when the time is over', async context => {
  const port = await serve(context, (_, response) => {
    const drip = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(drip))
  })
  const reader = readerFor(context, { fetchAllow: ['127.0.0.1'], timeoutMs: 150 })
  await assert.rejects(
    reader.read(`http://127.0.0.1:${port}/`, signal),
    failure('FETCH_FAILED', 'timeout', /within 0\.15 s/),
  )
})

test('a caller who cancels gets an error that says so', async context => {
  const stop = new AbortController()
  const port = await serve(context, () => stop.abort())
  const reader = readerFor(context, { fetchAllow: ['127.0.0.1'] })
  await assert.rejects(
    reader.read(`http://127.0.0.1:${port}/`, stop.signal),
    failure('CANCELLED', 'cancelled'),
  )
})

test('a length that lies is a network error, not a shortened document', async context => {
  const sockets = new Set<Socket>()
  const server = createSocketServer(socket => {
    sockets.add(socket)
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nshort'))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  context.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const reader = readerFor(context, { fetchAllow: ['127.0.0.1'] })
  // SAFETY: the server listens on a TCP port.
  const { port } = server.address() as AddressInfo
  await assert.rejects(
    reader.read(`http://127.0.0.1:${port}/`, signal),
    failure('FETCH_FAILED', 'unavailable'),
  )
})
