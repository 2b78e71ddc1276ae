import assert from 'node:assert/strict'
import test from 'node:test'
import { Failure } from '../../core/model/failure.ts'
import { failure } from './test/failure.ts'
import { readerFor, serve } from './test/web-fixtures.ts'

const { signal } = new AbortController()

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
