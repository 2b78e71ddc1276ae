import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WebPage } from '../../../src/surfaces/web/serve-page.ts'
import { fixtureApp, jsonOf, posting } from './fixture.ts'

const token = 'correct-horse-battery'
const page: WebPage = {
  document: () => new Response('<title>page</title>', { headers: { 'Content-Type': 'text/html' } }),
  asset: name => (name === 'main.js' ? new Response('1') : null),
}
const { request, log } = fixtureApp({ page, guard: { isLoopback: true, allowedHosts: [], token } })

const ownPage = { 'sec-fetch-site': 'same-origin' }

async function signIn(): Promise<string> {
  const response = await request('/session', posting({ token }, ownPage))
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

test('a person signs in with the token, and the page may then call tools', async () => {
  const call = (headers: Record<string, string>) =>
    request('/api/v1/voice/echo', posting({ text: 'hi' }, headers))
  assert.equal((await call(ownPage)).status, 401)
  const cookie = await signIn()
  assert.equal((await call({ ...ownPage, cookie })).status, 200)
  assert.deepEqual(await jsonOf(await request('/session', { headers: { ...ownPage, cookie } })), {
    needs_token: true,
    signed_in: true,
  })
})

test('the session of a person serves no other site, no other port and no program', async () => {
  const cookie = await signIn()
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://127.0.0.1:9000' },
    {},
  ]
  for (const headers of foreign) {
    const response = await request('/api/v1/voice/echo', posting({ text: 'hi' }, { ...headers, cookie }))
    assert.ok([401, 403].includes(response.status), JSON.stringify(headers))
  }
})

test('a wrong token opens no session, and no token is logged', async () => {
  const wrong = await request('/session', posting({ token: 'wrong-token-of-mine' }, ownPage))
  assert.equal(wrong.status, 403)
  assert.equal(wrong.headers.get('set-cookie'), null)
  assert.equal((await jsonOf(wrong)).error.code, 'TOKEN_WRONG')
  assert.equal((await request('/session', posting({}, ownPage))).status, 400)
  assert.doesNotMatch(JSON.stringify(log), /wrong-token-of-mine|correct-horse/)
})

test('signing out ends the session of this browser', async () => {
  const response = await request('/session', { method: 'DELETE', headers: ownPage })
  assert.match(response.headers.get('set-cookie') ?? '', /^quire_session=;.*Max-Age=0/)
})

test('the files of the page need no token, and everything else does', async () => {
  const html = { accept: 'text/html' }
  for (const path of ['/', '/search?q=x', '/read/some-id'])
    assert.match(await (await request(path, { headers: html })).text(), /<title>page/, path)
  assert.equal((await request('/assets/main.js')).status, 200)
  for (const path of ['/', '/api/v1', '/openapi.json', '/mcp'])
    assert.equal((await request(path)).status, 401, path)
})

test('a program gets JSON at the address of the page', async () => {
  const open = fixtureApp({ page })
  assert.equal((await jsonOf(await open.request('/'))).name, 'quire')
  const asset = await open.request('/assets/none.js')
  assert.equal(asset.status, 404)
})
