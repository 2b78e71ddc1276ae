import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type HttpClient, httpClient } from '../../../adapters/net/http.ts'
import { Failure } from '../../../core/model/failure.ts'
import { type FakeN8n, startFakeN8n } from '../test/fake-n8n.ts'
import type { WorkflowEngine } from '../workflow-engine.ts'
import { apiBase, n8nEngine } from './n8n-engine.ts'

const { signal } = new AbortController()
let n8n: FakeN8n
let http: HttpClient
let engine: WorkflowEngine

before(async () => {
  n8n = await startFakeN8n()
  http = httpClient()
  engine = n8nEngine({ url: n8n.url, key: n8n.key, http })
})
after(async () => {
  await http.close()
  await n8n.close()
})
beforeEach(() => {
  n8n.trouble = null
})

const draft = {
  name: 'A',
  nodes: [
    {
      id: '1',
      name: 'Start',
      type: 'n8n-nodes-base.scheduleTrigger',
      typeVersion: 1.2,
      position: [0, 0] as const,
      parameters: {},
      extras: { notes: 'kept', createdAt: 'left out', credentials: { x: { id: '9', name: 'y' } } },
    },
  ],
  connections: {},
  settings: { timezone: 'UTC', binaryMode: 'left out' },
}

async function failure(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof Failure)
  assert.ok(!JSON.stringify([error.message, error.hint, error.details]).includes(n8n.key))
  return error
}

test('W-ERR-2 an id that a URL takes for a folder is an unknown workflow, and nothing is asked', async () => {
  const asked = n8n.requests.length
  for (const id of ['.', '..'])
    for (const work of [
      async () => engine.get(id, signal),
      async () => engine.update(id, draft, signal),
      async () => engine.activate(id, null, signal),
      async () => engine.remove(id, signal),
      async () => engine.execute(id, {}, signal),
    ])
      assert.equal((await failure(work())).code, 'WORKFLOW_NOT_FOUND')
  assert.equal(n8n.requests.length, asked)
})

test('W-CREATE-2 only fields that n8n takes are sent, whatever a draft holds', async () => {
  await engine.create(draft, signal)
  const { body } = n8n.requests.at(-1) ?? {}
  assert.deepEqual(body.settings, { timezone: 'UTC' })
  assert.deepEqual(Object.keys(body.nodes[0]).sort(), [
    'credentials',
    'id',
    'name',
    'notes',
    'parameters',
    'position',
    'type',
    'typeVersion',
  ])
})

test('W-UPDATE-1 what n8n answered can be sent back', async () => {
  const { workflow } = await engine.create(draft, signal)
  const { id } = workflow.summary
  const stored = await engine.get(id, signal)
  const { workflow: updated } = await engine.update(id, { ...stored.draft, name: 'B' }, signal)
  assert.equal(updated.summary.name, 'B')
  assert.deepEqual(updated.summary.tags, ['quire'])
  assert.deepEqual(updated.draft.nodes[0]?.extras.notes, 'kept')
})

const troubles = [
  [401, '{"message":"unauthorized"}', 'forbidden', 'WORKFLOW_ENGINE_DENIED'],
  [403, '{"message":"Forbidden"}', 'forbidden', 'WORKFLOW_FORBIDDEN'],
  [404, '{"message":"Not Found"}', 'not_found', 'WORKFLOW_NOT_FOUND'],
  [400, '{"message":"request/body is wrong"}', 'invalid', 'WORKFLOW_REJECTED'],
  [422, '{}', 'invalid', 'WORKFLOW_REJECTED'],
  [429, '{"message":"slow down"}', 'rate_limited', 'RATE_LIMITED'],
  [500, 'oops', 'unavailable', 'WORKFLOW_ENGINE_UNAVAILABLE'],
  [
    404,
    '<!DOCTYPE html><pre>Cannot GET /api/v1/workflows/x</pre>',
    'unavailable',
    'WORKFLOW_ENGINE_UNAVAILABLE',
  ],
  [404, '{"error":"no such route"}', 'unavailable', 'WORKFLOW_ENGINE_UNAVAILABLE'],
  [200, '<html>Sign in</html>', 'unavailable', 'WORKFLOW_ENGINE_UNAVAILABLE'],
  [200, 'n8n is starting up. Please wait', 'unavailable', 'WORKFLOW_ENGINE_UNAVAILABLE'],
  [403, '<html>Forbidden by the proxy</html>', 'unavailable', 'WORKFLOW_ENGINE_UNAVAILABLE'],
  [302, '', 'unavailable', 'WORKFLOW_ENGINE_UNAVAILABLE'],
] as const

for (const [status, body, kind, code] of troubles)
  test(`W-ERR-1 HTTP ${status} with ${body.slice(0, 20) || 'nothing'} is ${code}`, async () => {
    n8n.trouble = { status, body }
    const { kind: actual, code: named } = await failure(engine.get('x', signal))
    assert.deepEqual([actual, named], [kind, code])
  })

test('W-ERR-2 a 404 without an id, and a page, mean that the API is not there', async () => {
  for (const body of ['{"message":"not found"}', '<html>Cannot GET</html>']) {
    n8n.trouble = { status: 404, body }
    const { code, message, hint } = await failure(
      engine.list({ activeOnly: false, limit: 1, cursor: null }, signal),
    )
    assert.equal(code, 'WORKFLOW_ENGINE_UNAVAILABLE')
    assert.match(message, /not n8n, its public API is disabled, or it is still starting/)
    assert.match(hint ?? '', /try again/)
    assert.equal((await failure(engine.create(draft, signal))).code, code)
  }
})

test('W-ERR-2 another user’s workflow is not a wrong key, and a bad cursor no rejected workflow', async () => {
  const { workflow } = await engine.create(draft, signal)
  n8n.foreign.add(workflow.summary.id)
  const theirs = await failure(engine.get(workflow.summary.id, signal))
  assert.deepEqual([theirs.kind, theirs.code], ['forbidden', 'WORKFLOW_FORBIDDEN'])
  assert.doesNotMatch(theirs.message, /refused the API key/)
  const lost = await failure(engine.list({ activeOnly: false, limit: 1, cursor: 'nonsense' }, signal))
  assert.deepEqual([lost.kind, lost.code], ['invalid', 'INVALID_CURSOR'])
  assert.match(lost.message, /cursor/)
})

test('W-ERR-1 a key that n8n repeats is not passed on', async () => {
  n8n.trouble = { status: 400, body: JSON.stringify({ message: `bad key ${n8n.key}!` }) }
  assert.match((await failure(engine.get('x', signal))).message, /bad key …!/)
})

test('W-ERR-1 an n8n that is not there is named with its address', async () => {
  const away = n8nEngine({ url: 'http://127.0.0.1:9', key: n8n.key, http })
  const { code, message, hint } = await failure(
    away.list({ activeOnly: false, limit: 1, cursor: null }, signal),
  )
  assert.equal(code, 'WORKFLOW_ENGINE_UNAVAILABLE')
  assert.match(message, /http:\/\/127\.0\.0\.1:9/)
  assert.match(hint ?? '', /N8N_API_URL/)
})

test('W-ERR-1 an id cannot reach another route', async () => {
  await failure(engine.get('../credentials', signal))
  assert.equal(n8n.requests.at(-1)?.path, '/workflows/..%2Fcredentials')
})

test('the address of the editor is as good as that of the API', () => {
  for (const url of [
    'http://n8n:5678',
    'http://n8n:5678/',
    'http://n8n:5678/api/v1',
    'http://n8n:5678/api/v1/',
  ])
    assert.equal(apiBase(url), 'http://n8n:5678/api/v1')
  assert.equal(engine.webhookUrl('a/b'), `${n8n.url.replace('/api/v1', '')}/webhook/a/b`)
})
