import type { HttpClient, HttpResponse } from '../../../adapters/net/http.ts'
import { abortFailure, Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import { isTransient, wordStatus } from './api-failures.ts'

export type ApiKind = 'local' | 'web'

export type ApiConnection = {
  /** `https://api.zotero.org`, or `http://127.0.0.1:23119/api` for the running Zotero. */
  baseUrl: string
  kind: ApiKind
  /** Sent to the host of `baseUrl` only; never part of a message, a log or a description. */
  apiKey: string | null
  http: HttpClient
  clock: Clock
  /** For one request, answer included. */
  timeoutMs?: number
}

export type ApiRequest = { path: string; query?: Readonly<Record<string, string>>; maxBytes?: number }

/**
 * Asks one Zotero API, one request at a time: the local one has a single thread, the web one counts. Pauses and
 * retries as the server asks. Answers with the response of any status that `accept` lists beside success.
 */
export type ApiClient = {
  get(request: ApiRequest, accept: readonly number[], signal: AbortSignal): Promise<HttpResponse>
}

const retries = 3
/** A server that asks for a longer pause is taken at its word: the caller learns when to come back. */
const longestPauseMs = 120_000
const maxJsonBytes = 256 * 1024 * 1024

export function apiClient(connection: ApiConnection): ApiClient {
  const { kind, clock } = connection
  let earliest = 0
  let last: Promise<unknown> = Promise.resolve()

  async function sendOnce(request: ApiRequest, signal: AbortSignal): Promise<HttpResponse | Failure> {
    await pause(clock, earliest - clock.elapsed(), signal)
    const limit = clock.timeout(connection.timeoutMs ?? 60_000)
    try {
      return await connection.http.request(
        addressOf(connection.baseUrl, request),
        { headers: headersFor(connection), maxBytes: request.maxBytes ?? maxJsonBytes },
        AbortSignal.any([signal, limit.signal]),
      )
    } catch (error) {
      if (signal.aborted || !(error instanceof Failure)) throw error
      if (error.code === 'RESPONSE_TOO_LARGE') throw error
      return limit.signal.aborted ? timedOut(connection) : unreachable(connection, error)
    } finally {
      limit.dispose()
      earliest = clock.elapsed() + (kind === 'web' ? courtesyGapMs : 0)
    }
  }

  async function send(
    request: ApiRequest,
    accept: readonly number[],
    signal: AbortSignal,
  ): Promise<HttpResponse> {
    for (let attempt = 0; ; attempt++) {
      const answer = await sendOnce(request, signal)
      const asked = answer instanceof Failure ? null : askedPause(answer.headers, clock)
      if (asked !== null) earliest = Math.max(earliest, clock.elapsed() + asked)
      if (!(answer instanceof Failure) && (isSuccess(answer.status) || accept.includes(answer.status)))
        return answer
      const failure = answer instanceof Failure ? answer : wordStatus(answer, connection, asked)
      // Zotero answers at once or not at all: what refuses on this computer will refuse again.
      const mayRetry = answer instanceof Failure ? kind === 'web' : isTransient(answer.status)
      if (!mayRetry || attempt >= retries || (asked ?? 0) > longestPauseMs) throw failure
      await pause(clock, asked ?? retryPause(attempt), signal)
    }
  }

  return {
    get(request, accept, signal) {
      const turn = last.then(() => send(request, accept, signal))
      last = turn.catch(() => {})
      return unlessAborted(turn, signal)
    },
  }
}

function addressOf(baseUrl: string, { path, query = {} }: ApiRequest): URL {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

function headersFor({ apiKey }: ApiConnection): Record<string, string> {
  return {
    'zotero-api-version': '3',
    accept: '*/*',
    ...(apiKey === null ? {} : { 'zotero-api-key': apiKey }),
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

function timedOut({ baseUrl, timeoutMs = 60_000 }: ApiConnection): Failure {
  return new Failure(
    'timeout',
    'ZOTERO_TIMEOUT',
    `Zotero at ${new URL(baseUrl).host} did not answer within ${timeoutMs / 1000} s.`,
    { hint: 'Check that Zotero or the network is not stuck, then try again.' },
  )
}

function unreachable({ kind, baseUrl }: ApiConnection, cause: Failure): Failure {
  const host = new URL(baseUrl).host
  return new Failure(
    'unavailable',
    'ZOTERO_UNREACHABLE',
    kind === 'local'
      ? `Zotero is not running: ${cause.message}`
      : `Zotero's web API is out of reach: ${cause.message}`,
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

/** Between two requests to the web API. */
const courtesyGapMs = 500

const firstRetryMs = 1_000
const longestRetryMs = 30_000

/** Before the next attempt when the server did not say: 1 s, 2 s, 4 s… */
function retryPause(attempt: number): number {
  return Math.min(longestRetryMs, firstRetryMs * 2 ** attempt)
}

/**
 * How long the server wants to be left alone, in milliseconds: `Backoff` on any answer, `Retry-After` on a refusal,
 * in seconds or as a date.
 */
function askedPause(headers: Readonly<Record<string, string>>, clock: Clock): number | null {
  const pauses = [headers.backoff, headers['retry-after']].flatMap(value => {
    if (value === undefined || value.trim() === '') return []
    const seconds = Number(value)
    const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.parse(clock.now())
    return Number.isNaN(ms) ? [] : [Math.max(0, ms)]
  })
  return pauses.length === 0 ? null : Math.max(...pauses)
}

/** Waits by the clock that is passed in, or until the caller gives up. */
async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  throwIfAborted(signal)
  if (ms <= 0) return
  const timer = clock.timeout(ms)
  try {
    await new Promise<void>((resolve, reject) => {
      if (timer.signal.aborted) return resolve()
      timer.signal.addEventListener('abort', () => resolve(), { once: true })
      signal.addEventListener('abort', () => reject(abortFailure(signal)), {
        once: true,
        signal: timer.signal,
      })
    })
  } finally {
    timer.dispose()
  }
}

/** The work's outcome, or the caller's giving up, whichever comes first. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  throwIfAborted(signal)
  const done = new AbortController()
  const abandoned = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(abortFailure(signal)), { once: true, signal: done.signal })
  })
  try {
    return await Promise.race([work, abandoned])
  } finally {
    done.abort()
  }
}
