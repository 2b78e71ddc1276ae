import { setTimeout as wait } from 'node:timers/promises'
import { abortFailure, Failure } from '../../core/model/failure.ts'
import type { HttpClient, HttpResponse } from '../net/http.ts'

export type JsonPost = { client: HttpClient; url: URL; headers: Record<string, string>; body: string }

export type RetryOptions = {
  /** For one request, including its response. */
  timeoutMs?: number
  /** How often a request is repeated after a transient error. */
  retries?: number
  /** The first pause; each further one is twice as long. */
  backoffMs?: number
  /** When the server requests a longer pause than this, the request fails at once. */
  maxPauseMs?: number
}

const maxAnswerBytes = 64 * 1024 * 1024

/** Returns the parsed JSON of a successful response; otherwise throws a Failure, which never contains the key. */
export async function postWithRetries(
  post: JsonPost,
  options: RetryOptions,
  signal: AbortSignal,
): Promise<unknown> {
  const { retries = 5, backoffMs = 500, maxPauseMs = 30_000 } = options
  for (let attempt = 0; ; attempt++) {
    const answer = await send(post, options.timeoutMs ?? 60_000, signal)
    if (answer.status >= 200 && answer.status < 300) return parseAnswer(answer, post.url)
    const failure = wordStatus(answer, post.url)
    const pause = pauseAsked(answer) ?? backoffMs * 2 ** attempt
    if (!isTransient(answer.status) || attempt >= retries || pause > maxPauseMs) throw failure
    await wait(pause, undefined, { signal }).catch(() => {
      throw abortFailure(signal)
    })
  }
}

async function send(post: JsonPost, timeoutMs: number, signal: AbortSignal): Promise<HttpResponse> {
  const clock = AbortSignal.timeout(timeoutMs)
  const headers = { 'content-type': 'application/json', accept: 'application/json', ...post.headers }
  try {
    return await post.client.request(
      post.url,
      { method: 'POST', headers, body: post.body, maxBytes: maxAnswerBytes },
      AbortSignal.any([signal, clock]),
    )
  } catch (error) {
    if (signal.aborted || !clock.aborted) throw error
    throw new Failure(
      'timeout',
      'EMBEDDER_TIMEOUT',
      `The embedder at ${post.url.host} did not answer within ${timeoutMs} ms.`,
      { hint: 'Check that the server is up and the model loaded, then try again.' },
    )
  }
}

function isTransient(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}

/** Retry-After is a number of seconds or a date. */
function pauseAsked(answer: HttpResponse): number | null {
  const asked = answer.headers['retry-after']
  if (asked === undefined || asked.trim() === '') return null
  const seconds = Number(asked)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(asked)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}

function parseAnswer(answer: HttpResponse, url: URL): unknown {
  try {
    return JSON.parse(Buffer.from(answer.body).toString('utf8'))
  } catch (cause) {
    throw new Failure('unavailable', 'EMBEDDING_INVALID', `The answer of ${url.host} is not JSON.`, {
      hint: 'Check that the base URL belongs to an OpenAI-compatible embeddings endpoint.',
      cause,
    })
  }
}

function wordStatus({ status }: HttpResponse, url: URL): Failure {
  const details = { host: url.host, status }
  if (status === 429)
    return new Failure(
      'rate_limited',
      'RATE_LIMITED',
      `The embedder at ${url.host} is refusing more requests.`,
      {
        hint: 'Wait a while, then try again; a higher quota or a local model avoids this.',
        details,
      },
    )
  if (status === 401 || status === 403)
    return new Failure(
      'unavailable',
      'EMBEDDER_UNAUTHORIZED',
      `The embedder at ${url.host} does not accept the configured API key (HTTP ${status}).`,
      { hint: "Set the embedder's API key to one that is valid for this address.", details },
    )
  return new Failure(
    'unavailable',
    'EMBEDDER_FAILED',
    `The embedder at ${url.host} answered with HTTP ${status}.`,
    {
      hint:
        status === 404
          ? 'Check the base URL (it usually ends in /v1) and that the model exists there.'
          : 'Check model name and base URL; if they are right, try again later.',
      details,
    },
  )
}
