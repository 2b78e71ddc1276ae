import type { HttpClient, HttpResponse } from '../../../adapters/net/http.ts'
import { abortFailure, Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import { apiTimedOut, apiUnreachable, isTransient, wordStatus } from './api-failures.ts'

export type ApiKind = 'local' | 'web'

export type ApiConnection = {
  /** `https://api.zotero.org`, or `http://127.0.0.1:23119/api` for the running Zotero. */
  baseUrl: string
  kind: ApiKind
  /** Sent to the host of `baseUrl` only; never part of a message, a log or a description. */
  apiKey: string | null
  http: HttpClient
  clock: Clock
  /** For one request and its response. */
  timeoutMs?: number
}

export type ApiRequest = { path: string; query?: Readonly<Record<string, string>>; maxBytes?: number }

/**
 * Sends requests to one Zotero API, one at a time: the local one has a single thread, the web one limits the rate.
 * Pauses and retries as the server asks.
 */
export type ApiClient = {
  /** Returns responses of success and of the statuses in `accept`; throws a Failure for others. */
  get(request: ApiRequest, accept: readonly number[], signal: AbortSignal): Promise<HttpResponse>
}

const retries = 3

/** When the server asks for a longer pause, the call fails and the message has the time to wait. */
const longestPauseMs = 120_000

const maxJsonBytes = 256 * 1024 * 1024

/** Pause between two requests to the web API. */
const courtesyGapMs = 500

const firstRetryMs = 1_000

const longestRetryMs = 30_000

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
      return limit.signal.aborted ? apiTimedOut(connection) : apiUnreachable(connection, error)
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
      // A connection to this computer that was refused will be refused again.
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

/**
 * The pause that the server asks for, in milliseconds; null when it asks for none. `Backoff` comes with any response,
 * `Retry-After` with an error, in seconds or as a date.
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

/** Pause before the next attempt when the server asked for none: 1 s, 2 s, 4 s… */
function retryPause(attempt: number): number {
  return Math.min(longestRetryMs, firstRetryMs * 2 ** attempt)
}

/** Waits by `clock`. Throws when `signal` aborts. */
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

/** Returns the result of `work`, or throws when `signal` aborts first. */
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
