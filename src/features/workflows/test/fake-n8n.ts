import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { habitsOf, type N8nVersion } from './fake-n8n-versions.ts'
import { type Answer, FakeWorkflows, type Json, refusal, webhookPaths } from './fake-n8n-workflows.ts'

/** A fake n8n on loopback with the public API, behaviour and messages of one version. */
export type FakeN8n = {
  url: string
  key: string
  /** Every workflow by id. */
  workflows: Map<string, Json>
  /** Ids of workflows that belong to another user. */
  foreign: Set<string>
  /** Hosts whose feeds are down; includes dead.test. */
  dead: Set<string>
  /** The version that runs when a trigger of this workflow fires; null if none does. */
  running(id: string): { nodes: Json[]; connections: Json } | null
  /** Changes the draft without publishing it, as n8n's editor does. */
  edit(id: string, nodes: Json[]): void
  /** Requests in order. */
  requests: { method: string; path: string; body: Json }[]
  /** If not null, the response to every request. */
  trouble: { status: number; body: string; type?: string } | null
  /** Requests to matching paths get no response. */
  silent: RegExp | null
  close(): Promise<void>
}

export async function startFakeN8n({
  canExecute = false,
  version = '2.8.4',
}: {
  canExecute?: boolean
  version?: N8nVersion
} = {}): Promise<FakeN8n> {
  const key = 'n8n_api_secret_0123456789'
  const habits = habitsOf[version]
  const workflows = new FakeWorkflows(habits)
  const fake: FakeN8n = {
    url: '',
    key,
    workflows: workflows.rows,
    foreign: workflows.foreign,
    dead: workflows.dead,
    running: id => workflows.running(id),
    edit: (id, nodes) => workflows.edit(id, nodes),
    requests: [],
    trouble: null,
    silent: null,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server = createServer((request, response) => {
    answer(request).then(
      answered => answered !== null && send(response, answered),
      error => send(response, { status: 500, body: { message: String(error) } }),
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // SAFETY: a server that listens on TCP has an AddressInfo.
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`
  return fake

  async function answer(request: IncomingMessage): Promise<Answer | null> {
    const url = new URL(request.url ?? '', fake.url)
    const raw = await text(request)
    if (url.pathname.startsWith('/webhook/')) return callWebhook(url.pathname.slice('/webhook/'.length))
    if (!url.pathname.startsWith('/api/v1/')) return refusal(404, 'Not Found')
    const body = raw === '' ? undefined : JSON.parse(raw)
    const path = url.pathname.replace('/api/v1', '')
    fake.requests.push({ method: request.method ?? '', path, body })
    if (fake.silent?.test(path)) return null
    if (fake.trouble !== null) return { status: fake.trouble.status, body: fake.trouble }
    if (request.headers['x-n8n-api-key'] === undefined) return refusal(401, "'X-N8N-API-KEY' header required")
    if (request.headers['x-n8n-api-key'] !== key) return refusal(401, habits.unknownKey)
    const [, id, action] = /^\/workflows(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(path) ?? []
    if (path.startsWith('/credentials')) return { status: 200, body: { id: 'c1', name: body?.name } }
    if (!path.startsWith('/workflows')) return refusal(404, 'not found')
    if (id === undefined)
      return request.method === 'POST' ? workflows.create(body) : workflows.list(url.searchParams)
    return answerAbout(decodeURIComponent(id), { action, method: request.method, body, url })
  }

  function answerAbout(
    id: string,
    {
      action,
      method,
      body,
      url,
    }: { action: string | undefined; method: string | undefined; body: Json; url: URL },
  ): Answer {
    const row = workflows.rows.get(id)
    if (action === 'execute' && !canExecute)
      return habits.keepsVersions ? refusal(405, 'POST method not allowed') : refusal(404, 'not found')
    if (row === undefined) {
      const isSwitch = action === 'activate' || method === 'PUT'
      return refusal(404, isSwitch ? habits.unknownToActivate : 'Not Found')
    }
    if (fake.foreign.has(id)) return refusal(403, 'Forbidden')
    if (action === 'execute') return { status: 200, body: { executionId: '77', waitingForWebhook: false } }
    if (action === 'activate') return workflows.activate(row, body.versionId)
    if (action === 'deactivate') return workflows.deactivate(row)
    if (method === 'PUT') return workflows.replace(row, body, url.searchParams.get('publishIfActive'))
    return method === 'DELETE' ? workflows.remove(row) : workflows.look(row)
  }

  function callWebhook(path: string): Answer {
    for (const row of workflows.rows.values()) workflows.look(row)
    const isHeard = [...workflows.rows.keys()].some(id => {
      const version = workflows.running(id)
      if (version === null) return false
      return webhookPaths(version).some(own => new RegExp(`^${own.replace(/:\w+/g, '[^/]+')}$`).test(path))
    })
    if (isHeard) return { status: 200, body: { message: 'Workflow was started' } }
    return refusal(404, `The requested webhook "${path}" is not registered.`)
  }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  const isRaw = typeof body?.type === 'string'
  response.writeHead(status, { 'content-type': isRaw ? body.type : 'application/json' })
  response.end(isRaw || typeof body?.body === 'string' ? body.body : JSON.stringify(body))
}
