import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtureApp, jsonOf, posting } from './fixture.ts'
import { legacy, modern, reply } from './mcp-wire.ts'

/** Every way to make one call over HTTP returns the same value, or the same error text. */

const { request } = fixtureApp()

const input = { text: 'hello', times: 2, loud: true, tags: ['a', 'b'], filter: { year: 2024 } }
const query = 'text=hello&times=2&loud=true&tags=a&tags=b&filter=%7B%22year%22%3A2024%7D'
const value = { said: ['HELLO', 'HELLO'], tags: ['a', 'b'], filter: { year: 2024 } }
const streamed = { accept: 'text/event-stream' }

const calls: Record<string, () => Promise<Record<string, unknown>>> = {
  'MCP 2026-07-28': async () => mcp(await request('/mcp', modern('tools/call', toolCall))),
  'MCP 2025-11-25': async () => mcp(await request('/mcp', legacy('tools/call', toolCall))),
  'REST by POST': async () => jsonOf(await request('/api/v1/voice/echo', posting(input))),
  'REST by GET': async () => jsonOf(await request(`/api/v1/voice/echo?${query}`)),
  'REST as a stream': async () =>
    lastEvent(await request('/api/v1/voice/echo', posting(input, streamed)), 'result'),
}

const toolCall = { name: 'echo', arguments: input }

for (const [way, call] of Object.entries(calls))
  test(`${way} answers the same value`, async () => {
    const { surface, ...rest } = await call()
    assert.deepEqual(rest, value)
    assert.equal(surface, way.startsWith('MCP') ? 'http' : 'rest')
  })

const failing = { name: 'fail', arguments: { kind: 'not_found' } }

const failures: Record<string, () => Promise<Record<string, unknown>>> = {
  'MCP 2026-07-28': async () => mcpFailure(await request('/mcp', modern('tools/call', failing))),
  'MCP 2025-11-25': async () => mcpFailure(await request('/mcp', legacy('tools/call', failing))),
  'REST by POST': async () => jsonOf(await request('/api/v1/voice/fail', posting(failing.arguments))),
  'REST as a stream': async () =>
    lastEvent(await request('/api/v1/voice/fail', posting(failing.arguments, streamed)), 'error'),
}

for (const [way, call] of Object.entries(failures))
  test(`${way} words the failure as the toolset does`, async () => {
    const { correlation_id, ...rest } = await call()
    assert.deepEqual(rest, { error: { code: 'ASKED_FOR', message: 'Failed as not_found.' }, tool: 'fail' })
    assert.match(String(correlation_id), /^[0-9a-f-]{36}$/)
  })

async function mcp(response: Response) {
  return (await reply(response)).result.structuredContent
}

async function mcpFailure(response: Response) {
  return JSON.parse((await reply(response)).result.content[0].text)
}

async function lastEvent(response: Response, event: string) {
  const last = (await response.text()).trimEnd().split('\n\n').at(-1) ?? ''
  const [name, data] = last.split('\n')
  assert.equal(name, `event: ${event}`)
  return JSON.parse(data?.slice('data: '.length) ?? '')
}
