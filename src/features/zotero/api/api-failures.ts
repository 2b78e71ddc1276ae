import type { HttpResponse } from '../../../adapters/net/http.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { ApiConnection } from './api-client.ts'

export function isTransient(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}

/** What an answer other than success means for the user. */
export function wordStatus(
  { status }: HttpResponse,
  connection: ApiConnection,
  asked: number | null,
): Failure {
  const host = new URL(connection.baseUrl).host
  const details = { host, status }
  if (status === 429 || (status === 503 && asked !== null))
    return new Failure(
      'rate_limited',
      'RATE_LIMITED',
      `Zotero at ${host} asks to be left alone for a while.`,
      {
        hint:
          asked === null ? 'Try again in a few minutes.' : `Try again in ${Math.ceil(asked / 1000)} seconds.`,
        details: { ...details, retryAfterSeconds: asked === null ? null : Math.ceil(asked / 1000) },
      },
    )
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
      `Zotero at ${host} does not have the library that is asked for (HTTP ${status}).`,
      {
        hint: 'Use library id 0 for the own library, and the number of a group that Zotero has synchronised.',
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
        hint: 'Make a key with read access to the library and its files at https://www.zotero.org/settings/keys and set ZOTERO_API_KEY.',
        details,
      },
    )
  if (status === 404)
    return new Failure('not_found', 'ZOTERO_LIBRARY_NOT_FOUND', `${host} knows no such Zotero library.`, {
      hint: 'Check ZOTERO_LIBRARY_ID (a number, shown at https://www.zotero.org/settings/keys) and ZOTERO_LIBRARY_TYPE (user or group).',
      details,
    })
  return failed(status, host, details)
}

function failed(status: number, host: string, details: Record<string, unknown>): Failure {
  return new Failure('unavailable', 'ZOTERO_FAILED', `Zotero at ${host} answered with HTTP ${status}.`, {
    hint: 'Try again later; when it stays so, check address and library.',
    details,
  })
}

export function badAnswer(host: string, what: string, cause?: unknown): Failure {
  return new Failure(
    'unavailable',
    'ZOTERO_ANSWER_INVALID',
    `The answer of ${host} is not what the Zotero API gives: ${what}.`,
    {
      hint: 'Check that the address belongs to a Zotero API.',
      cause,
    },
  )
}
