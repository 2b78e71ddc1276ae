import { Failure } from '../../model/failure.ts'
import type { JsonObject } from '../../model/json.ts'
import type { StoredWorkflow, WorkflowEngine } from '../../ports/workflow-engine.ts'
import type { HttpClient } from '../net/http.ts'
import { type N8nRequest, n8nClient } from './n8n-client.ts'
import { nodeExtras, settingFields } from './node-fields.ts'
import { readWorkflow } from './read-workflow.ts'
import { toBody } from './to-body.ts'

export type N8nOptions = { url: string; key: string; http: HttpClient }

/** n8n’s public REST API, as of n8n 1 and 2: activation is a call of its own, and read-only fields are never sent. */
export function n8nEngine({ url, key, http }: N8nOptions): WorkflowEngine {
  const base = apiBase(url)
  const send = n8nClient({ base, key, http })

  async function fetchWorkflow(request: N8nRequest, signal: AbortSignal): Promise<StoredWorkflow> {
    return readWorkflow(await send(request, signal))
  }

  return {
    knownFields: { settings: settingFields, nodeExtras },
    async list({ activeOnly, limit, cursor }, signal) {
      const query = {
        limit: String(limit),
        ...(activeOnly ? { active: 'true' } : {}),
        ...(cursor === null ? {} : { cursor }),
      }
      const answer = await send({ method: 'GET', path: '/workflows', query }, signal)
      const rows = Array.isArray(answer.data) ? answer.data : []
      return {
        workflows: rows.map(row => readWorkflow(row).summary),
        nextCursor: typeof answer.nextCursor === 'string' ? answer.nextCursor : null,
      }
    },
    get: (id, signal) => fetchWorkflow({ method: 'GET', path: pathOf(id), id }, signal),
    create: (draft, signal) =>
      fetchWorkflow({ method: 'POST', path: '/workflows', body: toBody(draft) }, signal),
    update: (id, draft, signal) =>
      fetchWorkflow({ method: 'PUT', path: pathOf(id), id, body: toBody(draft) }, signal),
    setActive(id, isActive, signal) {
      const path = `${pathOf(id)}/${isActive ? 'activate' : 'deactivate'}`
      return fetchWorkflow({ method: 'POST', path, id, body: {} }, signal)
    },
    async remove(id, signal) {
      await send({ method: 'DELETE', path: pathOf(id), id }, signal)
    },
    async execute(id, data, signal) {
      const request: N8nRequest = { method: 'POST', path: `${pathOf(id)}/execute`, id, body: data }
      const answer = await send(request, signal).catch(nullWhereMissing)
      return answer === null ? null : readExecution(answer)
    },
    webhookUrl: path => `${base.replace(/\/api\/v\d+$/, '')}/webhook/${path.replace(/^\/+/, '')}`,
  }
}

/** People give the address of the editor as often as that of the API. */
export function apiBase(url: string): string {
  const bare = url.replace(/\/+$/, '')
  return /\/api\/v\d+$/.test(bare) ? bare : `${bare}/api/v1`
}

function pathOf(id: string): string {
  return `/workflows/${encodeURIComponent(id)}`
}

/** Most versions of n8n have no such route, and say so as they would for an unknown workflow. */
function nullWhereMissing(error: unknown): null {
  const status = error instanceof Failure ? error.details.status : null
  if (status === 404 || status === 405) return null
  throw error
}

function readExecution(answer: JsonObject) {
  const inner = isObject(answer.data) ? answer.data : answer
  const id = inner.executionId ?? inner.id
  return {
    id: typeof id === 'string' || typeof id === 'number' ? String(id) : null,
    isWaiting: inner.waitingForWebhook === true,
  }
}

function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
