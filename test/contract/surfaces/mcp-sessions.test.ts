import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtureApp, fixtureRuntime, jsonOf } from './fixture.ts'
import { initialize, legacy } from './mcp-wire.ts'

const limits = { perClient: 3, total: 5, idleMs: 10_000, unusedMs: 1_000 }

/** The app, with clients identified by their address and a clock that the test advances. */
function app({ sharesClients = false } = {}) {
  let now = 0
  const { runtime } = fixtureRuntime()
  const clock = { ...runtime.clock, elapsed: () => now }
  const fixture = fixtureApp({
    sessionLimits: limits,
    sse: true,
    sharesClients,
    runtime: { ...runtime, clock },
  })
  const send = (address: string, init: RequestInit, path = '/mcp') => {
    const headers = { host: '127.0.0.1:8321', ...Object(init.headers) }
    const env = { incoming: { socket: { remoteAddress: address } } }
    return fixture.app.fetch(new Request(`http://127.0.0.1:8321${path}`, { ...init, headers }), env)
  }
  return {
    send,
    open: async (address: string, path?: string) => {
      const response = await send(address, initialize, path)
      return { status: response.status, id: response.headers.get('mcp-session-id') ?? '', response }
    },
    use: async (address: string, id: string) => {
      const response = await send(address, legacy('tools/list', {}, { 'mcp-session-id': id }))
      await response.text()
      return response.status
    },
    pass: (ms: number) => {
      now += ms
    },
  }
}

test('one client cannot take away the session of another, however many it opens', async () => {
  const { open, use } = app()
  const mine = await open('10.0.0.1')
  assert.equal(await use('10.0.0.1', mine.id), 200)
  const statuses: number[] = []
  for (let count = 0; count < 20; count++) statuses.push((await open('10.0.0.2')).status)
  assert.deepEqual([...new Set(statuses)], [200, 429])
  assert.equal(statuses.filter(status => status === 200).length, limits.perClient)
  assert.equal(await use('10.0.0.1', mine.id), 200)
  assert.equal((await open('10.0.0.1')).status, 200)
})

test('a caller with too many sessions gets an error that says what to do, and may open another after ending one', async () => {
  const { open, send } = app()
  const held = [await open('10.0.0.1'), await open('10.0.0.1'), await open('10.0.0.1')]
  const refused = await open('10.0.0.1')
  const { error, jsonrpc } = await jsonOf(refused.response)
  assert.deepEqual([refused.status, jsonrpc], [429, '2.0'])
  assert.match(error.message, /too many open sessions.*DELETE/)
  await send('10.0.0.1', { method: 'DELETE', headers: { 'mcp-session-id': held[0]?.id ?? '' } })
  assert.equal((await open('10.0.0.1')).status, 200)
})

test('the choice of toolsets does not give a client more, and all clients together have a limit', async () => {
  const { open } = app()
  for (const path of ['/mcp', '/mcp?toolsets=voice', '/mcp?toolsets=plain'])
    assert.equal((await open('10.0.0.1', path)).status, 200)
  assert.equal((await open('10.0.0.1', '/mcp?toolsets=all')).status, 429)
  assert.equal((await open('10.0.0.2')).status, 200)
  assert.equal((await open('10.0.0.2')).status, 200)
  assert.equal((await open('10.0.0.3')).status, 429)
})

test('sessions end by time: soon when they were never used, late when they were, never while a stream is open', async () => {
  const { open, use, send, pass } = app()
  const unused = await open('10.0.0.1')
  const used = await open('10.0.0.1')
  assert.equal(await use('10.0.0.1', used.id), 200)
  const streaming = await open('10.0.0.1')
  const listen = { method: 'GET', headers: { accept: 'text/event-stream', 'mcp-session-id': streaming.id } }
  const stream = await send('10.0.0.1', listen)
  assert.equal(stream.status, 200)
  pass(limits.unusedMs)
  assert.equal((await open('10.0.0.1')).status, 200)
  assert.equal(await use('10.0.0.1', unused.id), 404)
  assert.equal(await use('10.0.0.1', used.id), 200)
  pass(limits.idleMs)
  await open('10.0.0.2')
  assert.equal(await use('10.0.0.1', used.id), 404)
  assert.equal(await use('10.0.0.1', streaming.id), 200)
  await stream.body?.cancel()
  pass(limits.idleMs)
  await open('10.0.0.2')
  assert.equal(await use('10.0.0.1', streaming.id), 404)
})

test('a session that another server opened is served by this one, and one that its client ended is not', async () => {
  const [first, second] = [app({ sharesClients: true }), app({ sharesClients: true })]
  const { id } = await first.open('10.0.0.1')
  for (const { use } of [second, first, second]) assert.equal(await use('10.0.0.1', id), 200)
  const called = await second.send('10.0.0.1', legacy('tools/list', {}, { 'mcp-session-id': id }))
  assert.match(await called.text(), /"tools":\[\{/)
  // Neither has a stream of the other.
  const listen = { method: 'GET', headers: { accept: 'text/event-stream', 'mcp-session-id': id } }
  assert.equal((await second.send('10.0.0.1', listen)).status, 405)
  const end = { method: 'DELETE', headers: { 'mcp-session-id': id } }
  assert.equal((await second.send('10.0.0.1', end)).status, 405)
  assert.equal((await first.send('10.0.0.1', end)).status, 200)
  assert.equal(await first.use('10.0.0.1', id), 404)
  const alone = app()
  assert.equal(await alone.use('10.0.0.1', id), 404)
})

test('asking for the headers of a stream opens none', async () => {
  const { send, open } = app()
  for (let count = 0; count < limits.total + 1; count++)
    assert.equal((await send('10.0.0.1', { method: 'HEAD' }, '/sse')).status, 200)
  assert.equal((await open('10.0.0.1')).status, 200)
})

test('streams of the old transport count as well', async () => {
  const { send } = app()
  const streams = []
  for (let count = 0; count < limits.perClient; count++)
    streams.push(await send('10.0.0.1', { method: 'GET' }, '/sse'))
  assert.deepEqual([...new Set(streams.map(({ status }) => status))], [200])
  assert.equal((await send('10.0.0.1', { method: 'GET' }, '/sse')).status, 429)
  assert.equal((await send('10.0.0.2', initialize)).status, 200)
  await streams[0]?.body?.cancel()
  assert.equal((await send('10.0.0.1', { method: 'GET' }, '/sse')).status, 200)
  for (const { body } of streams.slice(1)) await body?.cancel()
})
