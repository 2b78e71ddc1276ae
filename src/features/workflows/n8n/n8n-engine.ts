import { setTimeout as wait } from 'node:timers/promises'
import type { HttpClient } from '../../../adapters/net/http.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import type { SavedWorkflow, StoredWorkflow, WorkflowDraft, WorkflowEngine } from '../workflow-engine.ts'
import { type N8nRequest, n8nClient, type SendToN8n, workflowNotFound } from './n8n-client.ts'
import { fieldGenerations, fieldsOf, readWorkflow, toBody } from './n8n-workflow.ts'

export type N8nOptions = { url: string; key: string; http: HttpClient }

/** Creates an engine over the public REST API of n8n 1 and 2. */
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
    create: (draft, signal) =>
      saveDraft(send, { request: { method: 'POST', path: '/workflows' }, draft }, signal),
    update: (id, draft, signal) =>
      saveDraft(send, { request: { method: 'PUT', path: pathOf(id), id }, draft }, signal),
    async updateUnpublished(id, draft, signal) {
      const request: N8nRequest = { method: 'PUT', path: pathOf(id), id, query: { publishIfActive: 'false' } }
      try {
        return await saveDraft(send, { request, draft }, signal)
      } catch (error) {
        if (!isUnknownParameter(error)) throw error
      }
      const before = await engine.get(id, signal)
      if (before.summary.isActive) await engine.deactivate(id, signal)
      const published = before.versions?.published ?? null
      const startAgain = () =>
        engine.activate(id, published, signal).catch((error: unknown) => {
          // A failed restart is not a failure of saving.
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

/** Accepts the address of the editor as well as that of the API. */
export function apiBase(url: string): string {
  const bare = url.replace(/\/+$/, '')
  return /\/api\/v\d+$/.test(bare) ? bare : `${bare}/api/v1`
}

function pathOf(id: string): string {
  // URL parsing resolves these as path segments, even encoded: the request would address all workflows.
  if (id === '.' || id === '..') throw workflowNotFound(id)
  return `/workflows/${encodeURIComponent(id)}`
}

function switchedOff(error: unknown): unknown {
  if (!(error instanceof Failure)) return error
  const { kind, code, message, hint, details } = error
  const extended = `${message} It was deactivated to be saved, and n8n did not start it again.`
  return new Failure(kind, code, extended, { ...(hint === null ? {} : { hint }), details, cause: error })
}

/** Older versions of n8n cannot save an active workflow without publishing it. */
function isUnknownParameter(error: unknown): boolean {
  return (
    error instanceof Failure &&
    error.code === 'WORKFLOW_REJECTED' &&
    /unknown query parameter/i.test(error.message)
  )
}

/** Most versions of n8n have no such route, and respond as for an unknown workflow. */
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

/**
 * Sends a draft with every known field, and retries without the newest generation of fields if this version of n8n
 * rejects them.
 */
async function saveDraft(
  send: SendToN8n,
  { request, draft }: { request: N8nRequest; draft: WorkflowDraft },
  signal: AbortSignal,
): Promise<SavedWorkflow> {
  let generations = fieldGenerations.length
  for (;;) {
    const known = fieldsOf(generations)
    try {
      const answer = await send({ ...request, body: toBody(draft, known) }, signal)
      return { workflow: readWorkflow(answer), refusedSettings: refusedOf(draft, known.settings) }
    } catch (error) {
      const fewer = generationsBefore(generations, draft)
      if (!isRefusedField(error) || fewer === 0) throw error
      generations = fewer
    }
  }
}

/**
 * Returns the number of generations to try next: the largest that omits a field of this draft; 0 if there is none.
 */
function generationsBefore(generations: number, draft: WorkflowDraft): number {
  const { settings, nodeExtras } = fieldGenerations[generations - 1] ?? { settings: [], nodeExtras: [] }
  const isUsed =
    settings.some(name => name in draft.settings) ||
    draft.nodes.some(node => nodeExtras.some(name => name in node.extras))
  return isUsed || generations <= 1 ? generations - 1 : generationsBefore(generations - 1, draft)
}

function isRefusedField(error: unknown): boolean {
  return (
    error instanceof Failure &&
    error.code === 'WORKFLOW_REJECTED' &&
    /request\/body\/(settings|nodes)\b.*(additional properties|unrecognized key)/i.test(error.message)
  )
}

function refusedOf({ settings }: WorkflowDraft, sent: readonly string[]): string[] {
  const known = fieldsOf(fieldGenerations.length).settings
  return Object.keys(settings).filter(name => known.includes(name) && !sent.includes(name))
}

/** n8n tries for up to 15 s to start a trigger, and cannot delete the workflow before. */
const patienceMs = 20_000
const pauseMs = 250

/** Deletes a deactivated workflow. Newer n8n deactivates in the background and returns 409 until it is done. */
async function removeWorkflow(send: SendToN8n, request: N8nRequest, signal: AbortSignal): Promise<void> {
  const until = performance.now() + patienceMs
  for (;;) {
    try {
      await send(request, signal)
      return
    } catch (error) {
      if (!(error instanceof Failure) || error.details.status !== 409) throw error
      if (performance.now() >= until) throw stillPublished(error)
    }
    await wait(pauseMs, undefined, { signal }).catch(() => {})
  }
}

function stillPublished({ message, details }: Failure): Failure {
  return new Failure('conflict', 'WORKFLOW_REJECTED', `${message} It has been deactivated, not deleted.`, {
    hint: 'Call delete_workflow again in a minute.',
    details,
  })
}
