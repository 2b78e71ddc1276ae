import type { HttpClient } from '../../../adapters/net/http.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import type { StoredWorkflow, WorkflowEngine } from '../workflow-engine.ts'
import { type N8nRequest, n8nClient } from './n8n-client.ts'
import { notFound } from './n8n-failures.ts'
import { fieldGenerations, fieldsOf } from './node-fields.ts'
import { readWorkflow } from './read-workflow.ts'
import { removeWorkflow } from './remove-workflow.ts'
import { saveDraft } from './save-draft.ts'

export type N8nOptions = { url: string; key: string; http: HttpClient }

/** n8n’s public REST API, as of n8n 1 and 2: activation is a call of its own, and read-only fields are never sent. */
export function n8nEngine({ url, key, http }: N8nOptions): WorkflowEngine {
  const base = apiBase(url)
  const send = n8nClient({ base, key, http })

  async function fetchWorkflow(request: N8nRequest, signal: AbortSignal): Promise<StoredWorkflow> {
    return readWorkflow(await send(request, signal))
  }
  const engine: WorkflowEngine = {
    knownFields: fieldsOf(fieldGenerations.length),
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
    create: (draft, signal) => saveDraft(send, { method: 'POST', path: '/workflows' }, draft, signal),
    update: (id, draft, signal) => saveDraft(send, { method: 'PUT', path: pathOf(id), id }, draft, signal),
    async updateUnpublished(id, draft, signal) {
      const request: N8nRequest = { method: 'PUT', path: pathOf(id), id, query: { publishIfActive: 'false' } }
      try {
        return await saveDraft(send, request, draft, signal)
      } catch (error) {
        if (!isUnknownParameter(error)) throw error
      }
      const before = await engine.get(id, signal)
      if (before.summary.isActive) await engine.deactivate(id, signal)
      const published = before.versions?.published ?? null
      const startAgain = () =>
        engine.activate(id, published, signal).catch((error: unknown) => {
          // It is saved or not, whether it starts again or not; only the first is answered with a failure.
          if (error instanceof Failure && !signal.aborted) return null
          throw error
        })
      const saved = await engine.update(id, draft, signal).catch(async (error: unknown) => {
        const isAsBefore = !before.summary.isActive || (await startAgain()) !== null
        throw isAsBefore ? error : switchedOff(error)
      })
      if (!before.summary.isActive) return saved
      return { ...saved, workflow: (await startAgain()) ?? saved.workflow }
    },
    activate(id, version, signal) {
      const body: JsonObject = version === null ? {} : { versionId: version }
      return fetchWorkflow({ method: 'POST', path: `${pathOf(id)}/activate`, id, body }, signal)
    },
    deactivate: (id, signal) =>
      fetchWorkflow({ method: 'POST', path: `${pathOf(id)}/deactivate`, id, body: {} }, signal),
    async remove(id, signal) {
      const { summary } = await engine.get(id, signal)
      if (summary.isActive) await engine.deactivate(id, signal)
      await removeWorkflow(send, { method: 'DELETE', path: pathOf(id), id }, signal)
    },
    async execute(id, data, signal) {
      const request: N8nRequest = { method: 'POST', path: `${pathOf(id)}/execute`, id, body: data }
      const answer = await send(request, signal).catch(nullWhereMissing)
      return answer === null ? null : readExecution(answer)
    },
    webhookUrl: path => `${base.replace(/\/api\/v\d+$/, '')}/webhook/${path}`,
  }
  return engine
}

/** People give the address of the editor as often as that of the API. */
export function apiBase(url: string): string {
  const bare = url.replace(/\/+$/, '')
  return /\/api\/v\d+$/.test(bare) ? bare : `${bare}/api/v1`
}

function pathOf(id: string): string {
  // A URL takes these for steps between folders, encoded or not: the request would be about all workflows.
  if (id === '.' || id === '..') throw notFound(id)
  return `/workflows/${encodeURIComponent(id)}`
}

function switchedOff(error: unknown): unknown {
  if (!(error instanceof Failure)) return error
  const { kind, code, message, hint, details } = error
  const told = `${message} It was deactivated to be saved, and n8n did not start it again.`
  return new Failure(kind, code, told, { ...(hint === null ? {} : { hint }), details, cause: error })
}

/** Only newer versions of n8n 2 can save an active workflow without publishing it. */
function isUnknownParameter(error: unknown): boolean {
  return (
    error instanceof Failure &&
    error.code === 'WORKFLOW_REJECTED' &&
    /unknown query parameter/i.test(error.message)
  )
}

/** Most versions of n8n have no such route, and say so as they would for an unknown workflow. */
function nullWhereMissing(error: unknown): null {
  if (error instanceof Failure && error.code === 'WORKFLOW_NOT_FOUND') return null
  if (error instanceof Failure && error.details.status === 405) return null
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
