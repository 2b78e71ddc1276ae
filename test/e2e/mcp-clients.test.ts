import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startHttpServer } from '../../src/surfaces/http/start-http-server.ts'
import { fixtureOptions } from '../contract/surfaces/fixture.ts'
import { connectV1Http, connectV1Sse, connectV2Http, type McpClient } from './clients.ts'

/** The official clients, each over the real network, against one server. */

const token = 'e2e-token'
const headers = { authorization: `Bearer ${token}` }

let open: Awaited<ReturnType<typeof startFixture>>
let guarded: Awaited<ReturnType<typeof startFixture>>
before(async () => {
  open = await startFixture()
  guarded = await startFixture(token)
})
after(() => Promise.all([open.close(), guarded.close()]))

const ways: Record<string, () => Promise<McpClient>> = {
  'SDK v2 over HTTP (2026-07-28)': () => connectV2Http(`${open.url}/mcp`),
  'SDK v1 over HTTP (2025-11-25)': () => connectV1Http(`${open.url}/mcp`),
  'SDK v1 over HTTP+SSE': () => connectV1Sse(`${open.url}/sse`),
  'SDK v2 over HTTP with a token': () => connectV2Http(`${guarded.url}/mcp`, headers),
  'SDK v1 over HTTP with a token': () => connectV1Http(`${guarded.url}/mcp`, headers),
}

for (const [way, connect] of Object.entries(ways))
  test(`${way}: lists, calls, fails, reports progress and reads resources`, async () => {
    const client = await connect()
    const names = (await client.listTools()).map(tool => tool.name)
    assert.deepEqual(names, ['echo', 'fail', 'surprise', 'wait', 'count', 'remove', 'mutter'])

    const echoed = await client.callTool('echo', { text: 'hello', times: 2 })
    assert.deepEqual(echoed.structuredContent, {
      said: ['hello', 'hello'],
      tags: [],
      filter: null,
      surface: 'http',
    })

    const failed = await client.callTool('fail', { kind: 'conflict' })
    assert.equal(failed.isError, true)
    assert.equal(JSON.parse(failed.content[0]?.text ?? '').error.code, 'ASKED_FOR')

    const invalid = await client.callTool('echo', { text: 5 })
    assert.equal(invalid.isError, true)
    assert.equal(JSON.parse(invalid.content[0]?.text ?? '').error.code, 'INVALID_INPUT')

    const steps: number[] = []
    await client.callTool('count', { to: 3 }, { onprogress: step => void steps.push(step.progress) })
    // The v1 client removes its listener as soon as a result arrives in the same packet of the legacy stream.
    if (!way.includes('SSE')) assert.deepEqual(steps, [1, 2, 3])

    assert.equal((await client.listResources())[0]?.uri, 'note://1')
    assert.equal((await client.readResource('note://3'))[0]?.text, 'Note 3 for http')
    await client.close()
  })

const cancelling = ['SDK v2 over HTTP (2026-07-28)', 'SDK v1 over HTTP (2025-11-25)', 'SDK v1 over HTTP+SSE']

for (const way of cancelling)
  test(`${way}: a cancelled call is stopped on the server`, async () => {
    const server = await startFixture()
    const client = await connectionTo(server.url, way)
    const cancel = new AbortController()
    const rejected = assert.rejects(client.callTool('wait', {}, { signal: cancel.signal }))
    await server.journal.started.promise
    cancel.abort()
    await rejected
    await server.journal.stopped.promise
    await client.close()
    await server.close()
  })

test('two clients of the legacy transport do not receive each other’s messages', async () => {
  const [one, other] = await Promise.all([connectV1Sse(`${open.url}/sse`), connectV1Sse(`${open.url}/sse`)])
  const say = async (client: McpClient, text: string) =>
    ((await client.callTool('echo', { text })).structuredContent as { said: string[] }).said[0]
  assert.deepEqual(await Promise.all([say(one, 'one'), say(other, 'other')]), ['one', 'other'])
  await one.close()
  assert.equal(await say(other, 'still here'), 'still here')
  await other.close()
})

test('the legacy stream carries progress and then the result', async () => {
  const stream = await openSse(open.url)
  assert.equal((await stream.post(rpc(1, 'initialize', handshake))).status, 202)
  await stream.until(text => text.includes('"id":1'))
  await stream.post(rpc(undefined, 'notifications/initialized', {}))
  const counting = { name: 'count', arguments: { to: 3 }, _meta: { progressToken: 'p' } }
  await stream.post(rpc(2, 'tools/call', counting))
  const heard = await stream.until(text => text.includes('"id":2'))
  const steps = [...heard.matchAll(/"progress":(\d)/g)].map(match => match[1])
  assert.deepEqual(steps, ['1', '2', '3'])
  assert.ok(heard.lastIndexOf('"progress":3') < heard.indexOf('"id":2'))
  await stream.close()
})

test('a message for a stream that is not open is 404, and one that is not JSON-RPC is 400', async () => {
  const lost = await fetch(`${open.url}/messages?sessionId=nobody`, { method: 'POST', body: '{}' })
  assert.equal(lost.status, 404)
  const stream = await openSse(open.url)
  assert.equal((await stream.post('{"hello": 1}')).status, 400)
  assert.equal((await stream.post('{')).status, 400)
  await stream.close()
})

const handshake = {
  protocolVersion: '2024-11-05',
  capabilities: {},
  clientInfo: { name: 'wire', version: '1.0.0' },
}

function rpc(id: number | undefined, method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}

/** The legacy transport without the SDK, whose client drops progress that arrives together with the result. */
async function openSse(url: string) {
  const response = await fetch(`${url}/sse`)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const until = async (isThere: (text: string) => boolean) => {
    while (!isThere(heard)) {
      const { value, done } = await reader.read()
      if (done) throw new Error(`The stream ended after ${heard}`)
      heard += value
    }
    return heard
  }
  const path = /data: (\/messages\S+)/.exec(await until(text => text.includes('\n\n')))?.[1]
  return {
    until,
    post: (body: string) =>
      fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
    close: () => reader.cancel(),
  }
}

test('the legacy transport is served only when asked for', async () => {
  const server = await startFixture(undefined, false)
  assert.equal((await fetch(`${server.url}/sse`)).status, 404)
  await server.close()
})

async function startFixture(token?: string, sse = true) {
  const { options, journal } = fixtureOptions()
  const { guard: _guard, ...rest } = options
  const server = await startHttpServer({ ...rest, port: 0, graceMs: 0, sse, token: token ?? null })
  return { ...server, journal }
}

function connectionTo(url: string, way: string): Promise<McpClient> {
  if (way.includes('SSE')) return connectV1Sse(`${url}/sse`)
  return way.includes('v2') ? connectV2Http(`${url}/mcp`) : connectV1Http(`${url}/mcp`)
}
