import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtureApp, jsonOf } from './fixture.ts'

const token = 'correct-horse-battery'
const loopback = { isLoopback: true, allowedHosts: ['quire.local'], token: null }
const guarded = { ...loopback, token }

const hosts: [string, number][] = [
  ['localhost', 200],
  ['localhost:8321', 200],
  ['127.0.0.1:8321', 200],
  ['[::1]:8321', 200],
  ['LOCALHOST:1', 200],
  ['quire.local:8321', 200],
  ['evil.example.com', 403],
  ['127.0.0.1.evil.example.com', 403],
  ['localhost.evil.example.com:8321', 403],
  ['evil.example.com@localhost', 403],
  ['192.168.1.5:8321', 403],
  ['', 403],
]

for (const [host, status] of hosts)
  test(`on loopback the host ${JSON.stringify(host)} is answered ${status}`, async () => {
    const { request } = fixtureApp({ guard: loopback })
    assert.equal((await request('/healthz', { headers: { host } })).status, status)
  })

test('on another bind an address is a good host, a foreign name is not', async () => {
  const { request } = fixtureApp({ guard: { isLoopback: false, allowedHosts: [], token: null } })
  assert.equal((await request('/healthz', { headers: { host: '192.168.1.5:8321' } })).status, 200)
  assert.equal((await request('/healthz', { headers: { host: '[fd00::5]:8321' } })).status, 200)
  assert.equal((await request('/healthz', { headers: { host: 'evil.example.com' } })).status, 403)
})

const origins: [string, number][] = [
  ['http://127.0.0.1:8321', 200],
  ['https://quire.local', 200],
  ['http://quire.local', 200],
  ['http://localhost:3000', 403],
  ['http://127.0.0.1:3000', 403],
  ['http://127.0.0.1', 403],
  ['https://127.0.0.1:8321', 403],
  ['http://quire.local:3000', 403],
  ['http://evil.example.com', 403],
  ['null', 403],
  ['http://localhost.evil.example.com', 403],
]

for (const [origin, status] of origins)
  test(`a page of ${origin} is answered ${status}`, async () => {
    const { request } = fixtureApp({ guard: loopback })
    assert.equal((await request('/healthz', { headers: { origin } })).status, status)
  })

test('a foreign page that sends no Origin is known by its fetch metadata; following a link is fine', async () => {
  const { request } = fixtureApp({ guard: loopback })
  const crossSite = { 'sec-fetch-site': 'cross-site' }
  const image = await request('/api/v1/voice/echo?text=a', {
    headers: { ...crossSite, 'sec-fetch-mode': 'no-cors' },
  })
  assert.equal(image.status, 403)
  const link = await request('/', { headers: { ...crossSite, 'sec-fetch-mode': 'navigate' } })
  assert.equal(link.status, 200)
})

test('a token is asked for everywhere but at the health address', async () => {
  const { request } = fixtureApp({ guard: guarded, sse: true })
  for (const path of ['/', '/openapi.json', '/api/v1/voice/echo?text=a', '/mcp', '/sse', '/messages', '/x'])
    assert.equal((await request(path)).status, 401, path)
  assert.equal((await request('/healthz')).status, 200)
})

const authorizations: [string, number][] = [
  [`Bearer ${token}`, 200],
  [`bearer ${token}`, 200],
  [`Bearer ${token}x`, 401],
  [`Bearer ${token.slice(1)}`, 401],
  [`Basic ${token}`, 401],
  ['Bearer', 401],
  ['', 401],
]

for (const [authorization, status] of authorizations)
  test(`the header ${JSON.stringify(authorization.replace(token, '…'))} is answered ${status}`, async () => {
    const { request } = fixtureApp({ guard: guarded })
    const response = await request('/', { headers: { authorization } })
    assert.equal(response.status, status)
    if (status === 401) assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer/)
  })

test('a refusal says what to do and is logged, without what was sent as a token', async () => {
  const { request, log } = fixtureApp({ guard: guarded })
  const response = await request('/mcp', { headers: { authorization: 'Bearer wrong-secret' } })
  assert.match((await jsonOf(response)).error.hint, /Authorization: Bearer/)
  assert.deepEqual(log, [
    { level: 'warn', event: 'refused', code: 'TOKEN_REQUIRED', method: 'GET', path: '/mcp' },
  ])
  assert.doesNotMatch(JSON.stringify(log), /wrong-secret|correct-horse/)
})

test('every answer, refusals too, carries the security headers', async () => {
  const { request } = fixtureApp({ guard: guarded })
  for (const path of ['/healthz', '/']) {
    const { headers } = await request(path)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
    assert.equal(headers.get('cache-control'), 'no-store')
  }
})
