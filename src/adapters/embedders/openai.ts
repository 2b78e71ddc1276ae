import { Failure } from '../../core/model/failure.ts'
import type { Embedder } from '../../core/ports/embedder.ts'
import { cutToTokens, estimateTokens } from '../../core/text/estimate-tokens.ts'
import { type HttpOptions, httpClient } from '../net/http.ts'
import { postWithRetries, type RetryOptions } from './post-with-retries.ts'
import { answerAt, requireVector } from './require-vector.ts'

export type OpenAiOptions = {
  /** Base URL of /embeddings; OpenAI by default. */
  baseUrl?: string | null
  apiKey?: string | null
  /** Required for models that are not in `knownModels`; shortens the vectors of models that support it. */
  dimensions?: number | null
  maxTokens?: number | null
  http?: HttpOptions
} & RetryOptions

/** Limits of one request in texts and characters: below those of OpenAI, Vertex, vLLM and Ollama. */
const maxTexts = 64
const maxCharacters = 60_000
const requestsAtOnce = 4

const knownModels: Readonly<Record<string, { dimensions: number; maxTokens: number; canShorten: boolean }>> =
  {
    'text-embedding-3-small': { dimensions: 1536, maxTokens: 8191, canShorten: true },
    'text-embedding-3-large': { dimensions: 3072, maxTokens: 8191, canShorten: true },
    'text-embedding-ada-002': { dimensions: 1536, maxTokens: 8191, canShorten: false },
    'nomic-embed-text': { dimensions: 768, maxTokens: 2048, canShorten: false },
    'mxbai-embed-large': { dimensions: 1024, maxTokens: 512, canShorten: false },
    'all-minilm': { dimensions: 384, maxTokens: 256, canShorten: false },
    'bge-m3': { dimensions: 1024, maxTokens: 8192, canShorten: false },
  }

/** Any endpoint with OpenAI's embeddings protocol. Token counts are conservative estimates. */
export function openAiEmbedder(model: string, options: OpenAiOptions = {}): Embedder {
  const known = knownModels[model.replace(/:latest$/, '')]
  const dimensions = options.dimensions ?? known?.dimensions ?? unknownModel(model)
  const maxTokens = options.maxTokens ?? known?.maxTokens ?? 512
  const id = `openai:${model}:${dimensions}`
  const url = endpointOf(options.baseUrl ?? 'https://api.openai.com/v1')
  const client = httpClient(options.http)
  const shortened = known?.canShorten && dimensions !== known.dimensions ? { dimensions } : {}
  const key = options.apiKey ? { authorization: `Bearer ${options.apiKey}` } : {}

  async function embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const input = texts.map(text => cutToTokens(text, maxTokens))
    const body = JSON.stringify({ model, input, encoding_format: 'float', ...shortened })
    const answer = await postWithRetries({ client, url, headers: key, body }, options, signal)
    return vectorsIn(answer, texts.length, id).map(values => requireVector(values, dimensions, id))
  }

  return {
    id,
    dimensions,
    maxTokens,
    maxBatch: maxTexts * requestsAtOnce,
    languages: null,
    isLocal: false,
    countTokens: estimateTokens,
    embedDocuments: (texts, signal) => embedInBatches(texts, embed, signal),
    async embedQuery(text, signal) {
      return answerAt(await embed([text], signal), 0, id)
    },
    tokens: null,
    compareWords: null,
    async warm() {},
    close: () => client.close(),
  }
}

async function embedInBatches(
  texts: readonly string[],
  embed: (texts: readonly string[], signal: AbortSignal) => Promise<Float32Array[]>,
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const batches = batchesOf(texts)
  const vectors = new Array<Float32Array[]>(batches.length)
  const stop = new AbortController()
  const both = AbortSignal.any([signal, stop.signal])
  let next = 0
  async function work(): Promise<void> {
    for (let at = next++; at < batches.length; at = next++) vectors[at] = await embed(batches[at] ?? [], both)
  }
  try {
    await Promise.all(Array.from({ length: Math.min(requestsAtOnce, batches.length) }, work))
  } catch (error) {
    stop.abort()
    throw error
  }
  return vectors.flat()
}

function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = []
  let characters = 0
  for (const text of texts) {
    const last = batches.at(-1)
    characters += text.length
    if (last === undefined || last.length >= maxTexts || characters > maxCharacters) {
      batches.push([text])
      characters = text.length
    } else last.push(text)
  }
  return batches
}

/** Returns the vectors in the order of the texts: by `index` where present, because servers may answer in any order. */
function vectorsIn(answer: unknown, count: number, id: string): ArrayLike<number>[] {
  const data = isObject(answer) ? answer.data : null
  if (!Array.isArray(data)) throw unintelligible(id, 'has no "data" list')
  if (data.length !== count) throw unintelligible(id, `has ${data.length} vectors for ${count} texts`)
  const vectors = new Array<ArrayLike<number> | undefined>(count).fill(undefined)
  data.forEach((item: unknown, position) => {
    const index = isObject(item) && typeof item.index === 'number' ? item.index : position
    if (!isObject(item) || !Array.isArray(item.embedding))
      throw unintelligible(id, 'lacks an "embedding" list')
    vectors[index] = item.embedding
  })
  return Array.from({ length: count }, (_, index) => {
    const vector = vectors[index]
    if (vector === undefined) throw unintelligible(id, `has no vector with index ${index}`)
    return vector
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function endpointOf(baseUrl: string): URL {
  const address = `${baseUrl.replace(/\/+$/, '')}/embeddings`
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return new URL(address)
  throw new Failure(
    'invalid',
    'EMBEDDER_INVALID',
    `The embedder's base URL "${baseUrl}" is not an http(s) address.`,
    {
      hint: 'Include the version, as in http://localhost:11434/v1.',
    },
  )
}

function unknownModel(model: string): never {
  throw new Failure('invalid', 'EMBEDDER_INVALID', `The vector length of the model "${model}" is unknown.`, {
    hint: `Set the embedder's dimensions. Known models: ${Object.keys(knownModels).join(', ')}.`,
  })
}

function unintelligible(id: string, problem: string): Failure {
  return new Failure('unavailable', 'EMBEDDING_INVALID', `The answer of ${id} ${problem}.`, {
    hint: 'Check that the base URL belongs to an OpenAI-compatible embeddings endpoint.',
  })
}
