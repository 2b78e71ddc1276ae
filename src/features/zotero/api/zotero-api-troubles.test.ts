import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HttpClient } from '../../../adapters/net/http.ts'
import { systemClock } from '../../../app/clock.ts'
import { Failure } from '../../../core/model/failure.ts'
import { folder, idle, key, start, waitForever } from './test/api-fixtures.ts'
import { type ZoteroApiOptions, zoteroApi } from './zotero-api.ts'

test('a server that asks for a pause gets it, on refusals and on answers', async context => {
  const { api, server, clock } = await start(context, {})
  server.script.push(
    () => ({ status: 429, headers: { 'Retry-After': '7' } }),
    () => ({ status: 200, headers: { Backoff: '12', 'Last-Modified-Version': '10' }, body: '' }),
  )
  assert.equal(await api.version(idle), 10)
  assert.equal(await api.version(idle), 10)
  assert.deepEqual(clock.pauses, [7000, 12000])
})

test('a stumbling server is asked four times, each pause twice as long', async context => {
  const { api, server, clock } = await start(context, {})
  server.script.push(...Array.from({ length: 4 }, () => () => ({ status: 502 })))
  await assert.rejects(api.version(idle), { code: 'ZOTERO_FAILED', kind: 'unavailable' })
  assert.equal(server.seen.length, 4)
  assert.deepEqual(clock.pauses, [1000, 2000, 4000])
})

test('a pause too long to wait for is reported to the caller', async context => {
  const { api, server } = await start(context, {})
  server.script.push(() => ({ status: 429, headers: { 'Retry-After': '3600' } }))
  await assert.rejects(api.version(idle), { kind: 'rate_limited', hint: 'Try again in 3600 seconds.' })
  assert.equal(server.seen.length, 1)
})

const refusals: [string, number, Partial<ZoteroApiOptions>, string, RegExp][] = [
  ['a wrong key', 403, {}, 'ZOTERO_FORBIDDEN', /settings\/keys/],
  ['a private library without a key', 403, { apiKey: null }, 'ZOTERO_FORBIDDEN', /ZOTERO_API_KEY/],
  ['an unknown library', 404, {}, 'ZOTERO_LIBRARY_NOT_FOUND', /ZOTERO_LIBRARY_ID/],
  [
    'a local API that is switched off',
    403,
    { kind: 'local', apiKey: null },
    'ZOTERO_LOCAL_API_OFF',
    /Settings/,
  ],
  ['a local user that is another', 400, { kind: 'local', apiKey: null }, 'ZOTERO_LIBRARY_NOT_FOUND', /id 0/],
]
for (const [what, status, options, code, hint] of refusals)
  test(`${what} is ${code}, with what to do`, async context => {
    const { api, server } = await start(context, {}, options)
    server.script.push(() => ({ status, body: `echo ${key}` }))
    await assert.rejects(api.listCollections(idle), { code, hint })
    assert.equal(server.seen.length, 1)
  })

test('an address where nobody listens: on this computer Zotero is not running, on the web it is tried again', async context => {
  const { server, connection, clock } = await start(context, {})
  await server.close()
  const local = zoteroApi({ ...connection, kind: 'local', apiKey: null })
  await assert.rejects(local.version(idle), {
    code: 'ZOTERO_UNREACHABLE',
    message: /^Zotero is not running/,
    hint: /Start Zotero/,
  })
  assert.deepEqual(clock.pauses, [])
  await assert.rejects(zoteroApi(connection).version(idle), { code: 'ZOTERO_UNREACHABLE' })
  assert.deepEqual(
    clock.pauses.filter(ms => ms >= 1000),
    [1000, 2000, 4000],
  )
})

test('a server that never answers is given up after the time limit', async context => {
  const { connection } = await start(context, {})
  const http = { ...connection.http, request: waitForever }
  const api = zoteroApi({ ...connection, http, kind: 'local', clock: systemClock, timeoutMs: 20 })
  await assert.rejects(api.version(idle), { code: 'ZOTERO_TIMEOUT', kind: 'timeout' })
})

test('a caller who gives up is not kept waiting', async context => {
  const { connection } = await start(context, {})
  const api = zoteroApi({
    ...connection,
    http: { ...connection.http, request: waitForever },
    clock: systemClock,
  })
  const stop = new AbortController()
  const waiting = api.version(stop.signal)
  stop.abort()
  await assert.rejects(waiting, { code: 'CANCELLED' })
})

test('a caller who gives up while others are served does not wait for them', async context => {
  const { connection } = await start(context, {})
  const http = { ...connection.http, request: waitForever }
  const api = zoteroApi({ ...connection, http, clock: systemClock })
  const first = new AbortController()
  const second = new AbortController()
  const served = api.version(first.signal)
  const queued = api.version(second.signal)
  second.abort()
  await assert.rejects(queued, { code: 'CANCELLED' })
  first.abort()
  await assert.rejects(served, { code: 'CANCELLED' })
})

test('pages are followed by the Link header where no total is given', async context => {
  const { connection } = await start(context, {})
  const pages = [[folder('COL00001')], [folder('COL00002')]]
  const http: HttpClient = {
    ...connection.http,
    async request(url) {
      const start = Number(url.searchParams.get('start') ?? 0)
      const link =
        start === 0
          ? '<https://api.zotero.org/x?start=1>; rel="next", <https://x>; rel="last"'
          : '<https://x>; rel="first"'
      return { status: 200, headers: { link }, body: Buffer.from(JSON.stringify(pages[start] ?? [])) }
    },
  }
  const collections = await zoteroApi({ ...connection, http }).listCollections(idle)
  assert.deepEqual(
    collections.map(({ key: name }) => name),
    ['COL00001', 'COL00002'],
  )
})

test('an answer that is not the API’s is said to be so', async context => {
  const { api, server } = await start(context, {})
  server.script.push(() => ({ status: 200, body: '<html>Sign in to the hotel network</html>' }))
  await assert.rejects(api.listCollections(idle), { code: 'ZOTERO_ANSWER_INVALID' })
  server.script.push(() => ({ status: 200, body: '{"error":"no"}' }))
  await assert.rejects(api.listCollections(idle), { code: 'ZOTERO_ANSWER_INVALID' })
})

test('the key is in no description, no failure and no warning', async context => {
  const { api, server } = await start(context, {})
  const words = [api.description]
  for (const status of [401, 403, 404, 418]) {
    server.script.push(() => ({ status, body: key }))
    const failure: unknown = await api.listCollections(idle).catch((error: unknown) => error)
    assert.ok(failure instanceof Failure)
    words.push(failure.message, failure.hint ?? '', JSON.stringify(failure.details), failure.stack ?? '')
  }
  assert.ok(!words.join().includes(key))
  assert.match(api.description, /user library 475425/)
})
