import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { lookup as systemLookup } from 'node:dns'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as consume } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { type HttpClient, type HttpOptions, httpClient } from './http.ts'

const idle = new AbortController().signal
const folder = mkdtempSync(join(tmpdir(), 'quire-http-'))
const servers: Server[] = []
after(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  rmSync(folder, { recursive: true, force: true })
})

const echo: RequestListener = async (request, response) => {
  const body = await consume(request)
  response.setHeader('set-cookie', ['a=1', 'b=2'])
  response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }))
}

test('a request is sent as given and its answer returned whole', async () => {
  await using client = open()
  const url = new URL('/path?q=1', await listen(createServer(echo)))
  const answer = await client.request(
    url,
    { method: 'POST', headers: { 'x-test': 'yes' }, body: 'hello', maxBytes: 10_000 },
    idle,
  )
  const seen = JSON.parse(Buffer.from(answer.body).toString())
  assert.equal(answer.status, 200)
  assert.equal(answer.headers['set-cookie'], 'a=1, b=2')
  assert.deepEqual(
    [seen.method, seen.url, seen.body, seen.headers['x-test']],
    ['POST', '/path?q=1', 'hello', 'yes'],
  )
})

test('redirects are handed to the caller, not followed', async () => {
  await using client = open()
  const url = await listen(
    createServer((_, response) => response.writeHead(302, { location: '/next' }).end('gone')),
  )
  const answer = await client.request(url, { maxBytes: 10 }, idle)
  assert.deepEqual([answer.status, answer.headers.location, answer.body.length], [302, '/next', 0])
})

test('a body longer than allowed is refused, announced or not', async () => {
  await using client = open()
  const announced = await listen(createServer((_, response) => response.end('x'.repeat(101))))
  const streamed = await listen(
    createServer((_, response) => {
      response.write('x'.repeat(60))
      response.end('x'.repeat(60))
    }),
  )
  for (const url of [announced, streamed])
    await assert.rejects(client.request(url, { maxBytes: 100 }, idle), {
      kind: 'too_large',
      code: 'RESPONSE_TOO_LARGE',
    })
  assert.equal((await client.request(announced, { maxBytes: 101 }, idle)).body.length, 101)
})

test('cancelling ends a request, before its answer and in the middle of it', async () => {
  await using client = open()
  for (const begin of ['', 'x'.repeat(2000)]) {
    const stop = new AbortController()
    const url = await listen(
      createServer((_, response) => {
        if (begin !== '') response.write(begin)
        stop.abort()
      }),
    )
    await assert.rejects(client.request(url, { maxBytes: 10_000 }, stop.signal), { code: 'CANCELLED' })
  }
  await assert.rejects(client.request(new URL('http://127.0.0.1:1'), { maxBytes: 1 }, AbortSignal.abort()), {
    code: 'CANCELLED',
  })
})

test('a host that cannot be reached is named in the Failure', async () => {
  await using client = open()
  await assert.rejects(client.request(new URL('http://127.0.0.1:1/'), { maxBytes: 1 }, idle), {
    kind: 'unavailable',
    code: 'HOST_UNREACHABLE',
    message: /127\.0\.0\.1:1.*ECONNREFUSED/,
  })
})

test('names are resolved by the given lookup', async () => {
  const asked: string[] = []
  await using client = open({
    lookup: (name, options, done) => {
      asked.push(name)
      systemLookup('127.0.0.1', options, done)
    },
  })
  const { port } = await listen(createServer(echo))
  const answer = await client.request(
    new URL(`http://somewhere.invalid:${port}/`),
    { maxBytes: 10_000 },
    idle,
  )
  assert.equal(answer.status, 200)
  assert.deepEqual(asked, ['somewhere.invalid'])
})

test('a lookup that refuses a name keeps the request from being sent', async () => {
  await using client = open({ lookup: (_name, _options, done) => done(new Error('private address'), '', 4) })
  await assert.rejects(client.request(new URL('http://somewhere.invalid/'), { maxBytes: 1 }, idle), {
    code: 'HOST_UNREACHABLE',
    message: /private address/,
  })
})

test('http goes through the proxy with its credentials, exempt hosts directly', async () => {
  const seen: string[] = []
  const proxy = await listen(
    createServer((request, response) => {
      seen.push(`${request.url} ${request.headers['proxy-authorization']}`)
      response.end('by proxy')
    }),
  )
  const direct = await listen(createServer((_, response) => response.end('directly')))
  proxy.username = 'user'
  proxy.password = 'pass'
  await using client = open({ proxy: { http: proxy.href, no: '127.0.0.1' } })
  const far = new URL('http://far.invalid/page')
  assert.equal(text(await client.request(far, { maxBytes: 100 }, idle)), 'by proxy')
  assert.equal(text(await client.request(direct, { maxBytes: 100 }, idle)), 'directly')
  assert.deepEqual(seen, [`http://far.invalid/page Basic ${Buffer.from('user:pass').toString('base64')}`])
  assert.deepEqual([client.usesProxy(far), client.usesProxy(direct)], [true, false])
})

const certificate = makeCertificate()

test('a certificate is trusted when its authority is in the extra file, and only then', {
  skip: certificate === null,
}, async () => {
  const url = await listen(secureServer(), 'https:')
  await using wary = open()
  await assert.rejects(wary.request(url, { maxBytes: 10_000 }, idle), {
    code: 'HOST_UNREACHABLE',
    hint: /extra CA/,
  })
  await using trusting = open({ extraCaFile: join(folder, 'cert.pem') })
  assert.equal((await trusting.request(url, { maxBytes: 10_000 }, idle)).status, 200)
})

test('https goes through the proxy by a tunnel, with the extra authority', {
  skip: certificate === null,
}, async () => {
  const tunnels: string[] = []
  const proxyServer = createServer()
  proxyServer.on('connect', (request, socket) => {
    tunnels.push(request.url ?? '')
    const target = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      target.pipe(socket).pipe(target)
    })
    for (const end of [target, socket]) end.on('error', () => {})
  })
  const proxy = await listen(proxyServer)
  const url = await listen(secureServer(), 'https:')
  await using client = open({ proxy: { https: proxy.href }, extraCaFile: join(folder, 'cert.pem') })
  assert.equal((await client.request(url, { maxBytes: 10_000 }, idle)).status, 200)
  assert.deepEqual(tunnels, [url.host])
})

test('an extra authority that cannot be read is refused with its path', async () => {
  const empty = join(folder, 'empty.pem')
  writeFileSync(empty, 'not a certificate')
  for (const extraCaFile of [join(folder, 'nowhere.pem'), empty]) {
    await using client = open({ extraCaFile })
    await assert.rejects(client.request(new URL('https://127.0.0.1:1/'), { maxBytes: 1 }, idle), {
      kind: 'invalid',
      code: 'CA_FILE_UNREADABLE',
      message: new RegExp(extraCaFile),
    })
  }
})

function open(options: HttpOptions = {}): HttpClient & AsyncDisposable {
  const client = httpClient(options)
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}

async function listen(server: Server, protocol = 'http:'): Promise<URL> {
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  // SAFETY: the server listens on a TCP port.
  return new URL(`${protocol}//127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

function secureServer(): Server {
  return createSecureServer({ key: certificate?.key, cert: certificate?.cert }, echo)
}

function text(answer: { body: Uint8Array }): string {
  return Buffer.from(answer.body).toString()
}

/** Node creates keys but no certificates; without openssl the tests of trust are skipped. */
function makeCertificate(): { key: Buffer; cert: Buffer } | null {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=quire test', '-addext', 'subjectAltName=IP:127.0.0.1']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  try {
    execFileSync('openssl', ['req', ...kind, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' })
  } catch {
    return null
  }
  return { key: readFileSync(key), cert: readFileSync(cert) }
}
