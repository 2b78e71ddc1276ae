import type { HttpClient, HttpResponse } from '../../../adapters/net/http.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { JsonObject } from '../../../core/model/json.ts'

export type N8nRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the API’s base, with ids already encoded. */
  path: string
  query?: Readonly<Record<string, string>>
  body?: JsonObject
  /** The workflow that the request is about, for error messages. */
  id?: string
}

export type SendToN8n = (request: N8nRequest, signal: AbortSignal) => Promise<JsonObject>

const maxAnswerBytes = 32 * 1024 * 1024

export function n8nClient({ base, key, http }: { base: string; key: string; http: HttpClient }): SendToN8n {
  return async (request, signal) => {
    const url = new URL(`${base}${request.path}`)
    for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value)
    const response = await http
      .request(
        url,
        {
          method: request.method,
          headers: {
            accept: 'application/json',
            'x-n8n-api-key': key,
            ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
          maxBytes: maxAnswerBytes,
        },
        signal,
      )
      .catch((error: unknown) => {
        throw error instanceof Failure && error.code === 'HOST_UNREACHABLE' ? unreachable(url, error) : error
      })
    const body = readJson(response)
    if (isForeign(response.status, body, request)) throw notN8n(url, response.status)
    if (response.status >= 400)
      throw failureOf(response.status, hideKey(messageOf(body), key), { url, request })
    return body ?? {}
  }
}

/**
 * Whether a response cannot come from n8n’s public API. While n8n starts, and if its API is disabled, its address
 * serves HTML pages (HTTP 200 or 404). The API itself never returns 404 for paths without an id, and always sends a
 * message with a refusal.
 */
function isForeign(status: number, body: JsonObject | null, { id }: N8nRequest): boolean {
  if (status >= 300 && status < 400) return true
  if (status >= 500 || status === 429) return false
  if (status === 404 && (id === undefined || messageOf(body) === '')) return true
  return body === null
}

/** Returns null if the body is not a JSON object. An empty body, as after a deletion, is an empty object. */
function readJson({ body }: HttpResponse): JsonObject | null {
  if (body.byteLength === 0) return {}
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body))
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value)
    // SAFETY: JSON.parse returns JSON, and the value is an object.
    return isObject ? (value as JsonObject) : null
  } catch {
    return null
  }
}

function messageOf(body: JsonObject | null): string {
  return typeof body?.message === 'string' ? body.message.slice(0, 500) : ''
}

function hideKey(message: string, key: string): string {
  return message.replaceAll(key, '…')
}

/** Returns the Failure for an error status, with n8n's message if there is one. */
function failureOf(
  status: number,
  message: string,
  { url, request: { id, query } }: { url: URL; request: N8nRequest },
): Failure {
  const details = { status, ...(id === undefined ? {} : { workflow_id: id }) }
  const says = message === '' ? '.' : `: ${message.replace(/\.?$/, '.')}`
  if (status === 403 && id !== undefined)
    return new Failure(
      'forbidden',
      'WORKFLOW_FORBIDDEN',
      `n8n does not let the owner of this API key use workflow ${JSON.stringify(id)} like this${says}`,
      {
        hint: 'The workflow belongs to another user or project, or the key lacks the scope. Ask the owner to share it, or use a key with more scopes.',
        details,
      },
    )
  if (status === 401 || status === 403)
    return new Failure('forbidden', 'WORKFLOW_ENGINE_DENIED', `n8n refused the API key${says}`, {
      hint: 'Create a key in n8n under Settings → n8n API with the scopes for workflows, and set N8N_API_KEY to it.',
      details,
    })
  if (status === 404) return workflowNotFound(id ?? '', details)
  if (status === 429)
    return new Failure('rate_limited', 'RATE_LIMITED', `${url.host} refuses further requests for now.`, {
      hint: 'Try again in a minute.',
      details,
    })
  if (status < 500 && query?.cursor !== undefined)
    return new Failure('invalid', 'INVALID_CURSOR', `n8n does not know this cursor${says}`, {
      hint: 'Pass next_cursor of the previous page unchanged, or omit cursor to start again.',
      details,
    })
  if (status < 500)
    return new Failure(
      status === 409 ? 'conflict' : 'invalid',
      'WORKFLOW_REJECTED',
      `n8n rejected the workflow${says}`,
      {
        hint: 'Correct what the message names; this n8n must know the types and parameters of all nodes.',
        details,
      },
    )
  return new Failure('unavailable', 'WORKFLOW_ENGINE_UNAVAILABLE', `n8n failed with HTTP ${status}${says}`, {
    hint: 'Check the log of n8n, then try again.',
    details,
  })
}

export function workflowNotFound(
  id: string,
  details: Record<string, unknown> = { workflow_id: id },
): Failure {
  return new Failure('not_found', 'WORKFLOW_NOT_FOUND', `Workflow ${JSON.stringify(id)} not found.`, {
    hint: 'List the workflows with list_workflows.',
    details,
  })
}

function unreachable(url: URL, cause: Failure): Failure {
  return new Failure(
    'unavailable',
    'WORKFLOW_ENGINE_UNAVAILABLE',
    `n8n cannot be reached at ${url.origin}: ${cause.message}`,
    { hint: 'Start n8n, or set N8N_API_URL to its address.', details: { host: url.host }, cause },
  )
}

function notN8n(url: URL, status: number): Failure {
  return new Failure(
    'unavailable',
    'WORKFLOW_ENGINE_UNAVAILABLE',
    `${url.origin} did not respond as n8n’s public API (HTTP ${status}): it is not n8n, its public API is disabled, or it is still starting.`,
    {
      hint: 'If n8n has just been started, try again in a few seconds. Otherwise set N8N_API_URL to its address, such as http://localhost:5678/api/v1, and make sure that its public API is enabled.',
      details: { host: url.host, status },
    },
  )
}
