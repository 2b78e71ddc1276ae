import type { HttpResponse } from '../../../adapters/net/http.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { ApiConnection } from './api-client.ts'

export function isTransient(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}

/** The failure for a response other than success. `asked` is the pause that the server asked for, in milliseconds. */
export function wordStatus(
  { status }: HttpResponse,
  connection: ApiConnection,
  asked: number | null,
): Failure {
  const host = new URL(connection.baseUrl).host
  const details = { host, status }
  if (status === 429 || (status === 503 && asked !== null))
    return new Failure('rate_limited', 'RATE_LIMITED', `Zotero at ${host} limits the rate of requests.`, {
      hint:
        asked === null ? 'Try again in a few minutes.' : `Try again in ${Math.ceil(asked / 1000)} seconds.`,
      details: { ...details, retryAfterSeconds: asked === null ? null : Math.ceil(asked / 1000) },
    })
  return connection.kind === 'local' ? wordLocal(status, host, details) : wordWeb(status, connection, details)
}

function wordLocal(status: number, host: string, details: Record<string, unknown>): Failure {
  if (status === 403)
    return new Failure(
      'unavailable',
      'ZOTERO_LOCAL_API_OFF',
      `The local API of Zotero at ${host} is switched off.`,
      {
        hint: 'In Zotero: Settings → Advanced → allow other applications on this computer to communicate with Zotero.',
        details,
      },
    )
  if (status === 404 || status === 400)
    return new Failure(
      'not_found',
      'ZOTERO_LIBRARY_NOT_FOUND',
      `Zotero at ${host} does not have the requested library (HTTP ${status}).`,
      {
        hint: 'Use library id 0 for your own library, or the number of a group that Zotero has synchronised.',
        details,
      },
    )
  return failed(status, host, details)
}

function wordWeb(
  status: number,
  { apiKey, baseUrl }: ApiConnection,
  details: Record<string, unknown>,
): Failure {
  const host = new URL(baseUrl).host
  if (status === 401 || status === 403)
    return new Failure(
      'unavailable',
      'ZOTERO_FORBIDDEN',
      apiKey === null
        ? `The Zotero library at ${host} is not public, and no API key is set.`
        : `${host} does not let the configured API key read this Zotero library (HTTP ${status}).`,
      {
        hint: 'Create a key with read access to the library and its files at https://www.zotero.org/settings/keys and set ZOTERO_API_KEY.',
        details,
      },
    )
  if (status === 404)
    return new Failure('not_found', 'ZOTERO_LIBRARY_NOT_FOUND', `${host} has no such Zotero library.`, {
      hint: 'Check ZOTERO_LIBRARY_ID (a number, shown at https://www.zotero.org/settings/keys) and ZOTERO_LIBRARY_TYPE (user or group).',
      details,
    })
  return failed(status, host, details)
}

function failed(status: number, host: string, details: Record<string, unknown>): Failure {
  return new Failure('unavailable', 'ZOTERO_FAILED', `Zotero at ${host} answered with HTTP ${status}.`, {
    hint: 'Try again later; if it keeps failing, check address and library.',
    details,
  })
}

export function apiTimedOut({ baseUrl, timeoutMs = 60_000 }: ApiConnection): Failure {
  return new Failure(
    'timeout',
    'ZOTERO_TIMEOUT',
    `Zotero at ${new URL(baseUrl).host} did not answer within ${timeoutMs / 1000} s.`,
    { hint: 'Check that Zotero or the network is not stuck, then try again.' },
  )
}

export function apiUnreachable({ kind, baseUrl }: ApiConnection, cause: Failure): Failure {
  const host = new URL(baseUrl).host
  return new Failure(
    'unavailable',
    'ZOTERO_UNREACHABLE',
    kind === 'local'
      ? `Zotero is not running: ${cause.message}`
      : `Zotero's web API cannot be reached: ${cause.message}`,
    {
      hint:
        kind === 'local'
          ? `Start Zotero on this computer, and allow other applications to communicate with it (Settings → Advanced); it must listen at ${host}.`
          : (cause.hint ?? 'Check the network and the proxy settings, then try again.'),
      details: { host },
      cause,
    },
  )
}

export function badAnswer(host: string, what: string, cause?: unknown): Failure {
  return new Failure(
    'unavailable',
    'ZOTERO_ANSWER_INVALID',
    `The response of ${host} is not one of the Zotero API: ${what}.`,
    {
      hint: 'Check that the address belongs to a Zotero API.',
      cause,
    },
  )
}
