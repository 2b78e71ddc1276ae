import { setTimeout as wait } from 'node:timers/promises'
import { abortFailure } from '../../core/model/failure.ts'
import type { LanguageModel, ModelAnswer, ModelRequest } from '../../core/ports/language-model.ts'
import { type HttpClient, type HttpOptions, type HttpResponse, httpClient } from '../net/http.ts'
import { eventStream } from './event-stream.ts'
import { invalidAnswer, modelTimeout, statusFailure } from './model-failures.ts'
import { type CompletionPiece, joinPieces, readCompletion } from './read-completion.ts'

export type OpenAiModelOptions = {
  /** As far as before `/chat/completions`. */
  baseUrl: string
  apiKey: string | null
  model: string
  /** For a whole answer, retries and pauses included. */
  timeoutMs?: number
  /** How often a busy or stumbling endpoint is asked again, as long as nothing of the answer has come. */
  retries?: number
  backoffMs?: number
  http?: HttpOptions
}

const maxAnswerBytes = 8 * 1024 * 1024
/** An endpoint that asks for a longer pause than this is taken at its word. */
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
    const pause = pauseAsked(answer) ?? backoffMs * 2 ** tried
    const mayPass = answer.status === 408 || answer.status === 429 || answer.status >= 500
    if (!mayPass || tried >= retries || pause > longestPauseMs)
      throw statusFailure(answer.status, attempt.url.host)
    await wait(pause, undefined, { signal }).catch(() => {
      throw abortFailure(signal)
    })
  }
}

/** The answer, or the response of an endpoint that gave none. */
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

function bodyOf({ messages, maxTokens }: ModelRequest, model: string) {
  return {
    model,
    messages,
    max_tokens: maxTokens,
    temperature: 0,
    stream: true,
    stream_options: { include_usage: true },
  }
}

/** In milliseconds; null when it does not say. */
function pauseAsked({ headers }: HttpResponse): number | null {
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : null
}

/** Some endpoints do not stream whatever they are asked. */
function readWhole(body: Uint8Array, url: URL, onText: (piece: string) => void): ModelAnswer {
  const piece = readCompletion(Buffer.from(body).toString('utf8'))
  if (piece === null || piece.text === '') throw invalidAnswer(url.host)
  onText(piece.text)
  return joinPieces([piece])
}
