import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

// biome-ignore lint/suspicious/noExplicitAny: bodies are checked field by field
type Json = any

/** An n8n on loopback that speaks its public API, and rejects what the real one rejects, in its words. */
export type FakeN8n = {
  url: string
  key: string
  /** Every workflow it holds, by id. */
  workflows: Map<string, Json>
  /** What was asked, in order. */
  requests: { method: string; path: string; body: Json }[]
  /** Answers everything with this until it is null again. */
  trouble: { status: number; body: string; type?: string } | null
  close(): Promise<void>
}

const bodyFields = ['name', 'nodes', 'connections', 'settings', 'staticData', 'shared']
const readOnlyFields = ['id', 'active', 'createdAt', 'updatedAt', 'tags', 'isArchived', 'versionId', 'meta']
const nodeFields =
  'id name webhookId disabled notesInFlow notes type typeVersion executeOnce alwaysOutputData retryOnFail maxTries waitBetweenTries continueOnFail onError position parameters credentials'.split(
    ' ',
  )
const settingFields =
  'saveExecutionProgress saveManualExecutions saveDataErrorExecution saveDataSuccessExecution executionTimeout errorWorkflow timezone executionOrder callerPolicy callerIds timeSavedPerExecution availableInMCP'.split(
    ' ',
  )

export async function startFakeN8n({ canExecute = false } = {}): Promise<FakeN8n> {
  const key = 'n8n_api_secret_0123456789'
  let nextId = 1
  const fake: FakeN8n = {
    url: '',
    key,
    workflows: new Map(),
    requests: [],
    trouble: null,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, body }) => send(response, status, body),
      error => send(response, 500, { message: String(error) }),
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // SAFETY: a server that listens on TCP has such an address.
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`
  return fake

  async function answer(request: IncomingMessage): Promise<{ status: number; body: Json }> {
    const url = new URL(request.url ?? '', fake.url)
    const raw = await text(request)
    const body = raw === '' ? undefined : JSON.parse(raw)
    const path = url.pathname.replace('/api/v1', '')
    fake.requests.push({ method: request.method ?? '', path, body })
    if (fake.trouble !== null) return { status: fake.trouble.status, body: fake.trouble }
    if (request.headers['x-n8n-api-key'] === undefined)
      return { status: 401, body: { message: "'X-N8N-API-KEY' header required" } }
    if (request.headers['x-n8n-api-key'] !== key) return { status: 401, body: { message: 'unauthorized' } }
    const [, id, action] = /^\/workflows(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(path) ?? []
    if (!path.startsWith('/workflows')) return { status: 404, body: { message: 'not found' } }
    if (id === undefined) return request.method === 'POST' ? create(body) : list(url.searchParams)
    const known = fake.workflows.get(decodeURIComponent(id))
    if (action === 'execute' && !canExecute) return { status: 404, body: { message: 'not found' } }
    if (known === undefined) return { status: 404, body: { message: 'Not Found' } }
    if (action === 'execute') return { status: 200, body: { executionId: '77', waitingForWebhook: false } }
    if (action === 'activate' || action === 'deactivate') return toggle(known, action === 'activate')
    if (request.method === 'PUT') return replace(known, body)
    if (request.method === 'DELETE') fake.workflows.delete(known.id)
    return { status: 200, body: known }
  }

  function create(body: Json) {
    const problem = problemOf(body)
    if (problem !== null) return { status: 400, body: { message: problem } }
    const id = `wf${nextId++}`
    const now = '2026-11-01T08:00:00.000Z'
    const kept = {
      ...body,
      // The real one adds settings of its own, which it then does not take back.
      settings: { ...body.settings, callerPolicy: 'workflowsFromSameOwner', binaryMode: 'separate' },
      id,
      active: false,
      isArchived: false,
      createdAt: now,
      updatedAt: now,
      versionId: `version-${id}`,
      tags: [{ id: 't1', name: 'quire' }],
      shared: [],
      triggerCount: 0,
    }
    fake.workflows.set(id, kept)
    return { status: 200, body: kept }
  }

  function replace(known: Json, body: Json) {
    const problem = problemOf(body)
    if (problem !== null) return { status: 400, body: { message: problem } }
    const kept = { ...known, ...body, updatedAt: '2026-11-02T08:00:00.000Z' }
    fake.workflows.set(known.id, kept)
    return { status: 200, body: kept }
  }

  function toggle(known: Json, active: boolean) {
    const starts = known.nodes.some((node: Json) => /Trigger$|\.webhook$/.test(node.type))
    if (active && !starts)
      return {
        status: 400,
        body: {
          message:
            'Workflow cannot be activated because it has no trigger node. At least one trigger, webhook, or polling node is required.',
        },
      }
    const kept = { ...known, active }
    fake.workflows.set(known.id, kept)
    return { status: 200, body: kept }
  }

  function list(query: URLSearchParams) {
    const offset = Number(query.get('cursor') ?? 0)
    const limit = Number(query.get('limit') ?? 100)
    const all = [...fake.workflows.values()].filter(
      workflow => query.get('active') !== 'true' || workflow.active,
    )
    const end = offset + limit
    return {
      status: 200,
      body: { data: all.slice(offset, end), nextCursor: end < all.length ? String(end) : null },
    }
  }
}

/** The sentence with which its request validator refuses a body; null when it takes it. */
function problemOf(body: Json): string | null {
  const readOnly = Object.keys(body).find(field => readOnlyFields.includes(field))
  if (readOnly !== undefined) return `request/body/${readOnly} is read-only`
  for (const field of ['name', 'nodes', 'connections', 'settings'])
    if (body[field] === undefined) return `request/body must have required property '${field}'`
  if (Object.keys(body).some(field => !bodyFields.includes(field)))
    return 'request/body must NOT have additional properties'
  for (const [place, node] of body.nodes.entries()) {
    if (Object.keys(node).some(field => !nodeFields.includes(field)))
      return `request/body/nodes/${place} must NOT have additional properties`
    if (!Array.isArray(node.position)) return `request/body/nodes/${place}/position must be array`
  }
  if (Object.keys(body.settings).some(field => !settingFields.includes(field)))
    return 'request/body/settings must NOT have additional properties'
  return null
}

function send(response: ServerResponse, status: number, body: Json): void {
  const isRaw = typeof body?.type === 'string'
  response.writeHead(status, { 'content-type': isRaw ? body.type : 'application/json' })
  response.end(isRaw || typeof body?.body === 'string' ? body.body : JSON.stringify(body))
}
