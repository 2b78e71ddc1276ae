import type { HttpClient, HttpResponse } from '../../../adapters/net/http.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import { failureOf, notN8n, unreachable } from './n8n-failures.ts'

export type N8nRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the API’s base, with ids already encoded. */
  path: string
  query?: Readonly<Record<string, string>>
  body?: JsonObject
  /** The workflow it is about, for what is said when there is none. */
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
 * Whether an answer cannot come from n8n’s public API. While n8n starts, and where its API is disabled, its address
 * serves pages (HTTP 200 or 404); the API itself knows the paths without an id and says why it refuses a request.
 */
function isForeign(status: number, body: JsonObject | null, { id }: N8nRequest): boolean {
  if (status >= 300 && status < 400) return true
  if (status >= 500 || status === 429) return false
  if (status === 404 && (id === undefined || messageOf(body) === '')) return true
  return body === null
}

/** Null when it is not a JSON object. An empty body is an empty object: deleting may answer with none. */
function readJson({ body }: HttpResponse): JsonObject | null {
  if (body.byteLength === 0) return {}
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body))
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value)
    // SAFETY: JSON.parse gives plain JSON, and it is an object.
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
