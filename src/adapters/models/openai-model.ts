import { setTimeout as wait } from 'node:timers/promises'
import { abortFailure, Failure } from '../../core/model/failure.ts'
import type { LanguageModel, ModelAnswer, ModelRequest } from '../../core/ports/language-model.ts'
import { type HttpClient, type HttpOptions, type HttpResponse, httpClient } from '../net/http.ts'
import { type CompletionPiece, eventStream, joinPieces, readCompletion } from './read-completion.ts'

export type OpenAiModelOptions = {
  /** Without `/chat/completions`. */
  baseUrl: string
  apiKey: string | null
  model: string
  /** For the whole answer, including retries and pauses. */
  timeoutMs?: number
  /** How often a request is repeated after a transient error, before any of the answer has arrived. */
  retries?: number
  backoffMs?: number
  http?: HttpOptions
}

const maxAnswerBytes = 8 * 1024 * 1024
/** When the endpoint requests a longer pause than this, the request fails at once. */
const longestPauseMs = 10_000

/** A chat model behind any OpenAI-compatible endpoint, streamed. */
export function openAiModel(options: OpenAiModelOptions): LanguageModel {
  const url = new URL(`${options.baseUrl.replace(/\/+$/, '')}/chat/completions`)
  const client = httpClient(options.http ?? {})
  const timeoutMs = options.timeoutMs ?? 60_000
  return {
    name: `${options.model} at ${url.host}`,
    async complete(request, { signal, onText = () => {} }) {
      const clock = AbortSignal.timeout(timeoutMs)
      const limited = AbortSignal.any([signal, clock])
      try {
        return await completeWithRetries({ client, url, request, options, onText }, limited)
      } catch (error) {
        if (clock.aborted && !signal.aborted) throw modelTimeout(url.host, timeoutMs)
        throw error
      }
    },
    close: () => client.close(),
  }
}

type Attempt = {
  client: HttpClient
  url: URL
  request: ModelRequest
  options: OpenAiModelOptions
  onText(piece: string): void
}

async function completeWithRetries(attempt: Attempt, signal: AbortSignal): Promise<ModelAnswer> {
  const { retries = 2, backoffMs = 500 } = attempt.options
  for (let tried = 0; ; tried++) {
    const answer = await complete(attempt, signal)
    if ('text' in answer) return answer
    if ((answer.status === 400 || answer.status === 422) && attempt.request.schema !== undefined) {
      const { schema: _unknown, ...request } = attempt.request
      return completeWithRetries({ ...attempt, request }, signal)
    }
    const pause = pauseAsked(answer) ?? backoffMs * 2 ** tried
    const mayPass = answer.status === 408 || answer.status === 429 || answer.status >= 500
    if (!mayPass || tried >= retries || pause > longestPauseMs)
      throw statusFailure(answer.status, attempt.url.host)
    await wait(pause, undefined, { signal }).catch(() => {
      throw abortFailure(signal)
    })
  }
}

/** Returns the answer, or the response when its status is not 200. */
async function complete(attempt: Attempt, signal: AbortSignal): Promise<ModelAnswer | HttpResponse> {
  const { client, url, options, request, onText } = attempt
  const pieces: CompletionPiece[] = []
  const events = eventStream(data => {
    const piece = data === '[DONE]' ? null : readCompletion(data)
    if (piece === null) return
    pieces.push(piece)
    if (piece.text !== '') onText(piece.text)
  })
  const response = await client.request(
    url,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream, application/json',
        ...(options.apiKey === null ? {} : { authorization: `Bearer ${options.apiKey}` }),
      },
      body: JSON.stringify(bodyOf(request, options.model)),
      maxBytes: maxAnswerBytes,
      onPiece: (bytes, status) => {
        if (status === 200) events.add(bytes)
      },
    },
    signal,
  )
  if (response.status !== 200) return response
  events.end()
  if (pieces.length > 0) return joinPieces(pieces)
  return readWhole(response.body, url, onText)
}

function bodyOf({ messages, maxTokens, schema }: ModelRequest, model: string) {
  return {
    ...(schema === undefined
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } } }),
    model,
    messages,
    max_tokens: maxTokens,
    temperature: 0,
    stream: true,
    stream_options: { include_usage: true },
  }
}

/** In milliseconds; null when the header is missing. */
function pauseAsked({ headers }: HttpResponse): number | null {
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : null
}

/** Some endpoints never stream. */
function readWhole(body: Uint8Array, url: URL, onText: (piece: string) => void): ModelAnswer {
  const piece = readCompletion(Buffer.from(body).toString('utf8'))
  if (piece === null || piece.text === '') throw invalidAnswer(url.host)
  onText(piece.text)
  return joinPieces([piece])
}

/** Converts an error status to a Failure. The body is left out: it may quote the key. */
function statusFailure(status: number, host: string): Failure {
  const details = { host, status }
  if (status === 429)
    return new Failure(
      'rate_limited',
      'RATE_LIMITED',
      `The language model at ${host} is refusing more requests.`,
      {
        hint: 'Wait a while, then try again.',
        details,
      },
    )
  if (status === 401 || status === 403)
    return new Failure(
      'unavailable',
      'MODEL_UNAUTHORIZED',
      `The language model at ${host} does not accept the configured key (HTTP ${status}).`,
      { hint: 'Set llm.key (QUIRE_LLM_KEY) to one that is valid for this address.', details },
    )
  if (status === 413)
    return new Failure(
      'too_large',
      'MODEL_INPUT_TOO_LARGE',
      `The question is too long for the model at ${host}.`,
      {
        hint: 'Lower llm.context_tokens.',
        details,
      },
    )
  return new Failure(
    'unavailable',
    'MODEL_FAILED',
    `The language model at ${host} answered with HTTP ${status}.`,
    {
      hint:
        status === 404
          ? 'Check llm.url (it usually ends in /v1) and that llm.model exists there.'
          : 'Check llm.url and llm.model; if they are right, try again later.',
      details,
    },
  )
}

function modelTimeout(host: string, timeoutMs: number): Failure {
  return new Failure(
    'timeout',
    'MODEL_TIMEOUT',
    `The language model at ${host} did not finish within ${Math.round(timeoutMs / 1000)} seconds.`,
    { hint: 'Raise llm.timeout_seconds, or lower llm.max_tokens.' },
  )
}

function invalidAnswer(host: string): Failure {
  return new Failure(
    'unavailable',
    'MODEL_FAILED',
    `${host} did not answer as an OpenAI-compatible endpoint does.`,
    {
      hint: 'Check that llm.url belongs to one; it usually ends in /v1.',
    },
  )
}
