import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtureApp, jsonOf } from './fixture.ts'
import { initialize, legacy, messagesOf, modern, reply } from './mcp-wire.ts'

const { request, journal, log } = fixtureApp()

async function call(name: string, input: Record<string, unknown> = {}) {
  return reply(await request('/mcp', modern('tools/call', { name, arguments: input })))
}

test('tools are listed in the order of the table, with their whole inputs', async () => {
  const { result } = await reply(await request('/mcp', modern('tools/list')))
  const names = result.tools.map((tool: { name: string }) => tool.name)
  assert.deepEqual(names, ['echo', 'fail', 'surprise', 'wait', 'count', 'remove', 'mutter'])
  const [echo] = result.tools
  assert.deepEqual(echo.inputSchema.required, ['text'])
  assert.equal(echo.inputSchema.properties.times.default, 1)
  assert.deepEqual(echo.outputSchema, { type: 'object' })
})

test('the list of tools may be kept by clients of 2026-07-28', async () => {
  const { result } = await reply(await request('/mcp', modern('tools/list')))
  assert.ok(result.ttlMs > 0)
  assert.equal(result.cacheScope, 'private')
})

test('annotations follow from access, idempotence and reach', async () => {
  const { result } = await reply(await request('/mcp', modern('tools/list')))
  const hints = Object.fromEntries(
    result.tools.map((tool: { name: string; annotations: Record<string, unknown> }) => [
      tool.name,
      tool.annotations,
    ]),
  )
  assert.deepEqual(hints.echo, { readOnlyHint: true, openWorldHint: false })
  assert.deepEqual(hints.count, { destructiveHint: false, idempotentHint: true, openWorldHint: true })
  assert.deepEqual(hints.remove, { destructiveHint: true, openWorldHint: false })
})

test('toolset, further tags, version and stability are in _meta under a key of our own', async () => {
  const { result } = await reply(await request('/mcp', modern('tools/list')))
  const expected = { toolset: 'voice', tags: ['fixture'], version: '2.1.0', stability: 'beta' }
  assert.deepEqual(result.tools[0]._meta['quire/tool'], expected)
})

test('a value is answered as structured content and as the same JSON in text', async () => {
  const { result } = await call('echo', { text: 'hello' })
  assert.deepEqual(result.structuredContent.said, ['hello'])
  assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent)
  assert.equal(result.isError, undefined)
  assert.match(result._meta.correlation_id, /^[0-9a-f-]{36}$/)
})

test('a failure is an error result with the worded envelope as text and no structured content', async () => {
  const { result, error } = await call('fail', { kind: 'conflict' })
  assert.equal(error, undefined)
  assert.equal(result.isError, true)
  assert.equal('structuredContent' in result, false)
  assert.deepEqual(JSON.parse(result.content[0].text), {
    error: { code: 'ASKED_FOR', message: 'Failed as conflict.' },
    tool: 'fail',
    correlation_id: result._meta.correlation_id,
  })
})

test('a toolset that words failures as text is answered as text', async () => {
  const { result } = await call('mutter')
  assert.equal(result.isError, true)
  assert.equal(result.content[0].text, 'There is nothing to say.')
})

test('invalid arguments are an error result, never a JSON-RPC error', async () => {
  for (const input of [{}, { text: '' }, { text: 'a', times: 99 }, { text: 'a', wrong: 1 }, { text: 5 }]) {
    const { result, error } = await call('echo', input)
    assert.equal(error, undefined)
    assert.equal(result.isError, true)
    assert.equal(JSON.parse(result.content[0].text).error.code, 'INVALID_INPUT')
  }
})

test('a surprise is answered without its details and logged with them', async () => {
  const { result } = await call('surprise')
  assert.equal(result.isError, true)
  assert.doesNotMatch(JSON.stringify(result), /secret|someone/)
  assert.ok(log.some(line => line.event === 'surprise' && String(line.error).includes('secret detail')))
})

test('an unknown tool is a JSON-RPC error', async () => {
  const { error } = await call('nobody')
  assert.equal(error?.code, -32602)
  assert.match(error?.message ?? '', /nobody/)
})

test('progress is notified in rising steps before the result when a token was sent', async () => {
  const asked = modern('tools/call', { name: 'count', arguments: { to: 3 }, _meta: { progressToken: 'p1' } })
  const messages = await messagesOf(await request('/mcp', asked))
  const steps = messages.slice(0, -1).map(message => message.params)
  assert.deepEqual(
    steps.map(step => [step?.progressToken, step?.progress, step?.total, step?.message]),
    [
      ['p1', 1, 3, 'step 1'],
      ['p1', 2, 3, 'step 2'],
      ['p1', 3, 3, 'step 3'],
    ],
  )
  assert.equal(messages.at(-1)?.result.structuredContent.counted, 3)
})

test('without a token there is no progress and the answer is one JSON body', async () => {
  const response = await request('/mcp', modern('tools/call', { name: 'count', arguments: { to: 3 } }))
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
})

test('a client that hangs up cancels its call', async () => {
  const hangUp = new AbortController()
  const pending = request('/mcp', { ...modern('tools/call', { name: 'wait' }), signal: hangUp.signal })
  await journal.started.promise
  hangUp.abort()
  await journal.stopped.promise
  await pending.catch(() => {})
  assert.ok(log.some(line => line.tool === 'wait' && line.outcome === 'CANCELLED'))
})

test('a client of an earlier revision may hold a session or call without one', async () => {
  const opened = await request('/mcp', initialize)
  const session = opened.headers.get('mcp-session-id') ?? ''
  const { result } = await reply(opened)
  assert.equal(result.protocolVersion, '2025-11-25')
  assert.equal(result.instructions, 'Say things.')
  const echo = { name: 'echo', arguments: { text: 'hi' } }
  const inSession = await reply(
    await request('/mcp', legacy('tools/call', echo, { 'mcp-session-id': session })),
  )
  const without = await reply(await request('/mcp', legacy('tools/call', echo)))
  assert.deepEqual(inSession.result.structuredContent.said, ['hi'])
  assert.deepEqual(without.result.structuredContent, inSession.result.structuredContent)
})

test('a session that was ended or never opened is 404', async () => {
  const opened = await request('/mcp', initialize)
  const headers = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' }
  assert.equal((await request('/mcp', { method: 'DELETE', headers })).status, 200)
  assert.equal((await request('/mcp', legacy('tools/list', {}, headers))).status, 404)
  assert.equal((await request('/mcp', legacy('tools/list', {}, { 'mcp-session-id': 'x' }))).status, 404)
})

test('a body that is not JSON is a parse error, and GET without a session is not allowed', async () => {
  const broken = await request('/mcp', { ...modern('tools/list'), body: '{' })
  assert.equal(broken.status, 400)
  assert.equal((await jsonOf(broken)).error.code, -32700)
  assert.equal((await request('/mcp')).status, 405)
})
