import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import type { Outcome } from '../../../src/core/contract/invoke.ts'
import type { Upload } from '../../../src/core/contract/upload.ts'
import type { Failure } from '../../../src/core/model/failure.ts'
import { startHttpServer } from '../../../src/surfaces/http/start-http-server.ts'
import { fixtureOptions, jsonOf, posting, type Services, voice } from './fixture.ts'

test('it listens on loopback and says where', async () => {
  await using server = await start()
  assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.equal(Number(new URL(server.url).port), server.port)
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
})

test('a port in use is a failure that names the port and --port', async () => {
  await using server = await start()
  await assert.rejects(start({ port: server.port }), failure => {
    const { kind, code, message, hint } = failure as Record<string, string>
    assert.deepEqual([kind, code], ['conflict', 'PORT_IN_USE'])
    assert.match(message!, new RegExp(`Port ${server.port} `))
    assert.match(hint!, /--port/)
    return true
  })
})

test('an address that is not of this machine is a failure that names it', async () => {
  await assert.rejects(start({ host: '203.0.113.7', token: 'a-secret-of-some-length' }), /203\.0\.113\.7/)
})

for (const host of ['0.0.0.0', '::', '192.168.1.5', 'example.com'])
  test(`listening on ${host} without a token is refused before it starts`, async () => {
    await assert.rejects(start({ host }), failure => {
      const { code, hint } = failure as Record<string, string>
      assert.equal(code, 'TOKEN_REQUIRED')
      assert.match(hint!, /--token/)
      return true
    })
  })

test('with a token it listens anywhere, and the token is needed', async () => {
  await using server = await start({ host: '0.0.0.0', token: 'a-secret-of-some-length' })
  const url = `http://127.0.0.1:${server.port}/`
  assert.equal((await fetch(url)).status, 401)
  assert.equal(
    (await fetch(url, { headers: { authorization: 'Bearer a-secret-of-some-length' } })).status,
    200,
  )
})

test('closing waits for a running call and answers it', async () => {
  const server = await start({ graceMs: 60_000 })
  const pending = fetch(`${server.url}/api/v1/voice/wait`, posting({}))
  await server.journal.started.promise
  const closed = server.close()
  server.runOutTheClock()
  assert.equal((await pending).status, 504)
  await closed
  await assert.rejects(fetch(`${server.url}/healthz`))
})

test('after the grace period a running call is cancelled, and its caller gets an error', async () => {
  const server = await start({ graceMs: 0 })
  const pending = fetch(`${server.url}/api/v1/voice/wait`, posting({}))
  await server.journal.started.promise
  await server.close()
  assert.match(await server.journal.stopped.promise, /shutting down/)
  const response = await pending
  assert.equal(response.status, 503)
  assert.match((await jsonOf(response)).error.message, /shutting down/)
})

test('an upload is waited for and cancelled like any call', async () => {
  const started = Promise.withResolvers<AbortSignal>()
  const upload = {
    toolset: voice,
    async receive(_file: unknown, _fields: unknown, { signal }: { signal?: AbortSignal }): Promise<Outcome> {
      started.resolve(signal!)
      await once(signal!, 'abort')
      const failure = signal!.reason as Failure
      return { ok: false, failure, worded: failure.message, correlationId: 'u1' }
    },
  }
  const server = await start({ upload })
  const body = new FormData()
  body.append('file', new File(['x'], 'x.txt'))
  const pending = fetch(`${server.url}/upload`, { method: 'POST', body })
  await started.promise
  await server.close()
  assert.equal((await pending).status, 503)
})

test('closing twice is closing once', async () => {
  const server = await start()
  await Promise.all([server.close(), server.close()])
})

test('a caller that hangs up cancels its call', async () => {
  await using server = await start()
  const hangUp = new AbortController()
  const pending = fetch(`${server.url}/api/v1/voice/wait`, { ...posting({}), signal: hangUp.signal })
  const rejected = assert.rejects(pending)
  await server.journal.started.promise
  hangUp.abort()
  await server.journal.stopped.promise
  await rejected
})

type StartOptions = {
  host?: string
  port?: number
  token?: string
  graceMs?: number
  upload?: Upload<Services>
}

async function start(over: StartOptions = {}) {
  const { options, journal, runOutTheClock } = fixtureOptions()
  const { guard: _guard, ...rest } = options
  const server = await startHttpServer({ ...rest, port: 0, graceMs: 0, ...over })
  return { ...server, journal, runOutTheClock, [Symbol.asyncDispose]: () => server.close() }
}
