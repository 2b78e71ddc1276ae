import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FailureKind, statusOfKind } from '../../../src/core/model/failure.ts'
import { fixtureApp, jsonOf, posting } from './fixture.ts'

const { request, log } = fixtureApp({ maxBodyBytes: 1_000 })

for (const [kind, status] of Object.entries(statusOfKind) as [FailureKind, number][])
  test(`a failure of kind ${kind} is ${status}`, async () => {
    const response = await request('/api/v1/voice/fail', posting({ kind }))
    assert.equal(response.status, status)
    assert.equal((await jsonOf(response)).error.message, `Failed as ${kind}.`)
  })

test('every answer carries the correlation id under which it is logged', async () => {
  const response = await request('/api/v1/voice/echo', posting({ text: 'a' }))
  const id = response.headers.get('x-correlation-id')
  assert.ok(log.some(line => line.correlation_id === id && line.outcome === 'ok'))
})

test("the caller's own correlation id is kept when it looks like one", async () => {
  const ask = async (id: string) =>
    (await request('/api/v1/voice/echo', posting({ text: 'a' }, { 'x-correlation-id': id }))).headers.get(
      'x-correlation-id',
    )
  assert.equal(await ask('trace-42'), 'trace-42')
  assert.notEqual(await ask('a b "c"'), 'a b "c"')
})

test('malformed JSON is 400 in the shape of the toolset', async () => {
  const response = await request('/api/v1/voice/echo', posting('{"text": '))
  assert.equal(response.status, 400)
  const { error, tool } = await jsonOf(response)
  assert.equal(error.code, 'INVALID_INPUT')
  assert.match(error.message, /not valid JSON/)
  assert.equal(tool, 'echo')
})

test('a toolset that words failures as text is answered as text', async () => {
  const response = await request('/api/v1/plain/mutter', posting({}))
  assert.equal(response.status, 404)
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain/)
  assert.equal(await response.text(), 'There is nothing to say.')
})

test('an empty body is an empty input', async () => {
  assert.equal((await request('/api/v1/plain/mutter', { method: 'POST' })).status, 404)
})

test('a body that is not an object is 400', async () => {
  for (const body of ['[1]', '"text"', '5'])
    assert.equal((await request('/api/v1/voice/echo', posting(body))).status, 400, body)
})

test('a body over the limit is 413, whether its length is declared or not', async () => {
  const text = 'x'.repeat(2_000)
  assert.equal((await request('/api/v1/voice/echo', posting({ text }))).status, 413)
  const body = new Blob([JSON.stringify({ text })]).stream()
  const undeclared = { method: 'POST', body, duplex: 'half' } as RequestInit
  assert.equal((await request('/api/v1/voice/echo', { ...undeclared, headers: {} })).status, 413)
})

test('a surprise is 500 without its details', async () => {
  const response = await request('/api/v1/voice/surprise', posting({}))
  assert.equal(response.status, 500)
  assert.doesNotMatch(await response.text(), /secret|someone/)
})

test('a tool that changes things is not reached by GET', async () => {
  assert.equal((await request('/api/v1/voice/count?to=1')).status, 405)
})

test('what a query cannot say is refused in the words of the tool', async () => {
  const wrongType = await request('/api/v1/voice/echo?text=a&times=many')
  assert.equal(wrongType.status, 400)
  assert.match((await jsonOf(wrongType)).error.message, /times/)
  const unknown = await request('/api/v1/voice/echo?text=a&nope=1')
  assert.match((await jsonOf(unknown)).error.message, /Unknown parameter: nope/)
})

test('a query keeps text that looks like a number, and null where it is allowed', async () => {
  const { said, filter } = await jsonOf(await request('/api/v1/voice/echo?text=007&filter=null'))
  assert.deepEqual(said, ['007'])
  assert.equal(filter, null)
})

test("a contract's own path is served beside the generated one", async () => {
  const own = await request('/api/v1/things/7?dry=true', { method: 'DELETE' })
  assert.deepEqual(await jsonOf(own), { removed: 7, dry: true })
  const generated = await request('/api/v1/voice/remove', posting({ id: 7 }))
  assert.deepEqual(await jsonOf(generated), { removed: 7, dry: false })
})

test('a stream shows every step, then the result', async () => {
  const asked = posting({ to: 2 }, { accept: 'text/event-stream' })
  const response = await request('/api/v1/voice/count', asked)
  assert.equal(response.headers.get('content-type'), 'text/event-stream')
  const events = (await response.text()).trimEnd().split('\n\n')
  assert.deepEqual(events, [
    'event: progress\ndata: {"done":1,"total":2,"message":"step 1"}',
    'event: progress\ndata: {"done":2,"total":2,"message":"step 2"}',
    'event: progress\ndata: {"done":2,"total":2,"message":"said twice"}',
    'event: result\ndata: {"counted":2}',
  ])
})

test('closing a stream cancels its call', async () => {
  const { request, journal } = fixtureApp()
  const response = await request('/api/v1/voice/wait', posting({}, { accept: 'text/event-stream' }))
  await journal.started.promise
  await response.body?.cancel()
  await journal.stopped.promise
})

test('a call that runs into its time limit is 504', async () => {
  const { request, journal, runOutTheClock } = fixtureApp()
  const pending = request('/api/v1/voice/wait', posting({}))
  await journal.started.promise
  runOutTheClock()
  const response = await pending
  assert.equal(response.status, 504)
  assert.equal((await jsonOf(response)).error.code, 'TIMEOUT')
})

test('the tools are listed with their addresses and what their definitions cost in a prompt', async () => {
  const { tools } = await jsonOf(await request('/api/v1'))
  assert.equal(tools.length, 7)
  const { tokens, ...listed } = tools[5]
  assert.ok(tokens > 50 && tokens < 300, String(tokens))
  assert.deepEqual(listed, {
    toolset: 'voice',
    tool: 'remove',
    title: 'Remove',
    addresses: [
      { method: 'POST', path: '/api/v1/voice/remove' },
      { method: 'DELETE', path: '/api/v1/things/{id}' },
    ],
  })
})

test('the index names the addresses, health is answered, and anything else is 404 with a hint', async () => {
  const index = await jsonOf(await request('/'))
  assert.equal(index.mcp, 'http://127.0.0.1:8321/mcp')
  assert.deepEqual(index.toolsets[0], { name: 'voice', title: 'Voice', tools: 6 })
  assert.deepEqual(await jsonOf(await request('/healthz')), { status: 'ok' })
  const lost = await request('/nowhere')
  assert.equal(lost.status, 404)
  assert.match((await jsonOf(lost)).error.message, /GET \/nowhere/)
})

test('K-DUAL-3 a method that an address does not take is 405 with Allow, in the words of the toolset', async () => {
  const refused: [method: string, path: string, allow: string][] = [
    ['GET', '/api/v1/voice/remove', 'POST'],
    ['PUT', '/api/v1/voice/echo', 'POST, GET, HEAD'],
    ['GET', '/api/v1/things/7', 'DELETE'],
    ['POST', '/openapi.json', 'GET, HEAD'],
    ['GET', '/mcp/tools/call', 'POST'],
    ['POST', '/', 'GET, HEAD'],
    ['DELETE', '/healthz', 'GET, HEAD'],
  ]
  for (const [method, path, allow] of refused) {
    const response = await request(path, { method })
    assert.deepEqual([response.status, response.headers.get('allow')], [405, allow], `${method} ${path}`)
    const { error } = await jsonOf(response)
    assert.equal(error.code, 'METHOD_NOT_ALLOWED')
    assert.match(error.message, new RegExp(`${path} does not accept ${method}`))
  }
  const plain = await request('/api/v1/plain/mutter', { method: 'PATCH' })
  assert.equal(plain.status, 405)
  assert.match(plain.headers.get('content-type') ?? '', /^text\/plain/)
  assert.equal((await request('/api/v1/voice/nothing')).status, 404)
})
