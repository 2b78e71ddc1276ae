import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createSocketServer } from 'node:net'
import test, { type TestContext } from 'node:test'
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib'
import { type UrlReaderOptions, urlReader } from '../../../../src/adapters/sources/url-reader.ts'
import { Failure } from '../../../../src/model/failure.ts'

const { signal } = new AbortController()

function readerFor(context: TestContext, options: Partial<UrlReaderOptions> = {}) {
  const reader = urlReader({ fetchAllow: [], userAgent: 'quire-test/1', maxBytes: 10_000, ...options })
  context.after(() => reader.close())
  return reader
}

/** A web server on loopback; gives its port. */
async function serve(context: TestContext, answer: RequestListener): Promise<number> {
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

function failure(code: string, kind: string, message?: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof Failure, String(error))
    assert.deepEqual([error.code, error.kind], [code, kind], error.message)
    if (message) assert.match(error.message, message)
    return true
  }
}

test('a page is read with what the server says about it', async context => {
  let agent: string | undefined
  const port = await serve(context, (request, response) => {
    agent = request.headers['user-agent']
    response.writeHead(200, {
      'content-type': 'Text/HTML; charset="ISO-8859-1"',
      'last-modified': 'Tue, 01 Jul 2025 09:00:00 GMT',
    })
    response.end('<p>hi</p>')
  })
  const reader = readerFor(context, { fetchAllow: ['127.0.0.1'] })
  assert.deepEqual(await reader.read(` HTTP://127.0.0.1:${port}/a/b%20c.html?q=1#part`, signal), {
    source: `http://127.0.0.1:${port}/a/b%20c.html?q=1`,
    name: 'b c.html',
    bytes: Buffer.from('<p>hi</p>'),
    mediaType: 'text/html',
    charset: 'iso-8859-1',
    lastModified: 'Tue, 01 Jul 2025 09:00:00 GMT',
    fileType: 'url',
  })
  assert.equal(agent, 'quire-test/1')
})

test('a name comes from Content-Disposition when it gives one, never with a path', async context => {
  const port = await serve(context, (request, response) => {
    response.setHeader('content-disposition', decodeURIComponent(request.url?.slice(2) ?? ''))
    response.end('x')
  })
  const reader = readerFor(context, { fetchAllow: ['127.0.0.1'] })
  const cases: [header: string, name: string][] = [
    ['attachment; filename="re\\"port.pdf"', 're"port.pdf'],
    ['attachment; filename=plain.pdf; size=3', 'plain.pdf'],
    [`attachment; filename="x.pdf"; filename*=UTF-8''%C3%A4.pdf`, 'ä.pdf'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['inline', '127.0.0.1'],
  ]
  for (const [header, name] of cases) {
    const raw = await reader.read(`http://127.0.0.1:${port}/?${encodeURIComponent(header)}`, signal)
    assert.equal(raw.name, name)
  }
})

test('only web addresses without credentials are accepted', async context => {
  const reader = readerFor(context)
  for (const url of [
    'ftp://example.org/x',
    'file:///etc/passwd',
    'example.org',
    '',
    'http:/example.org',
    'javascript:1',
  ])
    await assert.rejects(
      reader.read(url, signal),
      failure('INVALID_URL', 'invalid', /^URL must start with http:\/\/ or https:\/\/$/),
    )
  await assert.rejects(reader.read('http://', signal), failure('INVALID_URL', 'invalid'))
  await assert.rejects(reader.read('http://user:pass@example.org/', signal), error => {
    assert.ok(error instanceof Failure && !error.message.includes('pass@'))
    return failure('INVALID_URL', 'invalid')(error)
  })
})

test('private addresses are refused in every notation, with the way to allow them', async context => {
  const reader = readerFor(context)
  const hosts = [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '10.1.2.3',
    '169.254.169.254',
    '0',
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    'metadata.google.internal',
    '[64:ff9b::a00:1]',
    '[fd00::1]',
  ]
  for (const host of hosts)
    await assert.rejects(reader.read(`http://${host}/`, signal), error => {
      assert.ok(error instanceof Failure)
      assert.match(error.hint ?? '', /--fetch-allow .*QUIRE_FETCH_ALLOW/)
      return failure('FORBIDDEN_ADDRESS', 'forbidden')(error)
    })
})

test('a name that resolves to a private address is refused, even beside public ones, and nothing is sent', async context => {
  let asked = 0
  const port = await serve(context, (_, response) => {
    asked++
    response.end('secret')
  })
  const reader = readerFor(context, {
    resolveName: async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
  })
  await assert.rejects(
    reader.read(`http://rebinding.example:${port}/`, signal),
    failure('FORBIDDEN_ADDRESS', 'forbidden'),
  )
  assert.equal(asked, 0)
})

test('the allow list takes hosts with and without a port', async context => {
  const port = await serve(context, (_, response) => response.end('ok'))
  const url = `http://127.0.0.1:${port}/`
  for (const entry of ['127.0.0.1', `127.0.0.1:${port}`]) {
    const raw = await readerFor(context, { fetchAllow: [entry] }).read(url, signal)
    assert.equal(Buffer.from(raw.bytes).toString(), 'ok')
  }
  for (const entry of ['127.0.0.1:1', 'localhost', '27.0.0.1', ''])
    await assert.rejects(
      readerFor(context, { fetchAllow: [entry] }).read(url, signal),
      failure('FORBIDDEN_ADDRESS', 'forbidden'),
    )
})

test('redirects are followed and judged at every hop', async context => {
  const port = await serve(context, (request, response) => {
    const steps: Record<string, string> = {
      '/start': '/middle',
      '/middle': `http://user:pass@127.0.0.1:${port}/end.txt#x`,
      '/to-private': 'http://10.0.0.1/',
      '/to-other-port': 'http://127.0.0.1:1/',
      '/to-name': 'http://localhost/',
      '/to-file': 'file:///etc/passwd',
      '/circle': '/circle',
    }
    const location = steps[request.url ?? '']
    if (location) response.writeHead(302, { location }).end()
    else response.end(request.headers.authorization ?? 'arrived')
  })
  const at = (path: string) => `http://127.0.0.1:${port}${path}`
  const reader = readerFor(context, { fetchAllow: [`127.0.0.1:${port}`] })
  const raw = await reader.read(at('/start'), signal)
  assert.deepEqual(
    [raw.source, raw.name, Buffer.from(raw.bytes).toString()],
    [at('/start'), 'end.txt', 'arrived'],
  )
  for (const path of ['/to-private', '/to-other-port', '/to-name'])
    await assert.rejects(reader.read(at(path), signal), failure('FORBIDDEN_ADDRESS', 'forbidden'))
  await assert.rejects(reader.read(at('/to-file'), signal), failure('FETCH_FAILED', 'unavailable'))
  await assert.rejects(
    reader.read(at('/circle'), signal),
    failure('FETCH_FAILED', 'unavailable', /more than 5 redirects/),
  )
})

test('an answer that is no success is named by its status', async context => {
  const port = await serve(context, (request, response) =>
    response.writeHead(Number(request.url?.slice(1))).end('no'),
  )
  const reader = readerFor(context, { fetchAllow: ['127.0.0.1'] })
  for (const [status, kind] of [
    [404, 'not_found'],
    [410, 'not_found'],
    [403, 'unavailable'],
    [500, 'unavailable'],
    [304, 'unavailable'],
  ] as const) {
    const url = `http://127.0.0.1:${port}/${status}`
    await assert.rejects(reader.read(url, signal), error => {
      assert.ok(error instanceof Failure)
      assert.equal(error.message, `HTTP ${status} fetching '${url}'`)
      return failure('FETCH_FAILED', kind)(error)
    })
  }
})

test('a host that does not answer is a network error', async context => {
  const reader = readerFor(context, { fetchAllow: ['127.0.0.1'] })
  await assert.rejects(
    reader.read('http://127.0.0.1:1/', signal),
    failure('FETCH_FAILED', 'unavailable', /^Network error fetching 'http:\/\/127\.0\.0\.1:1\/'/),
  )
})

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

test('a caller who cancels is told so', async context => {
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
  const { port } = server.address() as AddressInfo
  await assert.rejects(
    reader.read(`http://127.0.0.1:${port}/`, signal),
    failure('FETCH_FAILED', 'unavailable'),
  )
})

test('behind a proxy, literals, local names and names with private addresses are refused all the same', async context => {
  const asked: string[] = []
  const port = await serve(context, (request, response) => {
    asked.push(request.url ?? '')
    response.end('from the proxy')
  })
  const reader = readerFor(context, {
    proxy: { http: `http://127.0.0.1:${port}`, https: null, no: '' },
    resolveName: async hostname => {
      if (hostname === 'only-the-proxy-knows.example') throw new Error('ENOTFOUND')
      return [{ address: hostname === 'private.example' ? '10.0.0.1' : '93.184.216.34', family: 4 }]
    },
  })
  for (const host of ['10.0.0.1', 'localhost', 'private.example'])
    await assert.rejects(reader.read(`http://${host}/`, signal), failure('FORBIDDEN_ADDRESS', 'forbidden'))
  assert.deepEqual(asked, [])
  for (const host of ['public.example', 'only-the-proxy-knows.example']) {
    const raw = await reader.read(`http://${host}/`, signal)
    assert.equal(Buffer.from(raw.bytes).toString(), 'from the proxy')
  }
})
