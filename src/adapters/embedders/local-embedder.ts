import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { throwIfAborted } from '../../core/model/failure.ts'
import type { Embedder } from '../../core/ports/embedder.ts'
import { workerPool } from '../threads/worker-pool.ts'
import type { LocalModel, ModelAnswer, ModelOrder, WorkerData } from './local-model.ts'
import { answerAt } from './require-vector.ts'
import { loadTokenizer, tokenCounter } from './tokenizer.ts'

export type LocalEmbedderOptions = {
  /** Threads for bulk work; one per core by default. */
  threads?: number
  /** How long idle bulk threads, about 100 MB each, are kept. */
  idleMs?: number
  /** Where the runtime is unpacked when the folder of the package is not writable. */
  cacheFolder?: string
}

const defaultIdleMs = 20_000
/**
 * About a quarter of a second of work for one thread: short enough to stop quickly and to keep all threads busy at the
 * end.
 */
const charactersPerOrder = 2_000

/**
 * Runs a model from files on worker threads: one is reserved for queries, so that they never wait for bulk work; one
 * per core is started for bulk work and ends when idle.
 */
export function localEmbedder(model: LocalModel, options: LocalEmbedderOptions = {}): Embedder {
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  const script = new URL(`./model-worker${extension}`, import.meta.url)
  const threads = (size: number, idleMs: number | null) =>
    workerPool<ModelOrder, ModelAnswer[]>({
      script,
      data: { model, cacheFolder: options.cacheFolder ?? null } satisfies WorkerData,
      size,
      idleMs,
      owner: { code: 'EMBEDDER', name: 'the embedding model' },
    })
  const queries = threads(1, null)
  const bulk = threads(options.threads ?? availableParallelism(), options.idleMs ?? defaultIdleMs)
  /** A search needs the vector of a question and its tokens, and the next page of its hits needs both again. */
  let last: { text: string; answer: ModelAnswer } | null = null
  async function ask(kind: 'vectors' | 'question', text: string, signal: AbortSignal): Promise<ModelAnswer> {
    throwIfAborted(signal)
    if (last?.text === text && (kind === 'vectors' || last.answer.question !== undefined)) return last.answer
    const texts = [model.queryPrefix + text] as const
    const answer = answerAt(await queries.run(() => ({ kind, texts }), signal), 0, model.id)
    last = { text, answer }
    return answer
  }
  // Where the mean of tokens must be measured first, they are made only for those who ask for them.
  const embedQuery = async (text: string, signal: AbortSignal) =>
    (await ask(model.tokenMean === undefined ? 'vectors' : 'question', text, signal)).values

  async function inBulk(
    texts: readonly string[],
    signal: AbortSignal,
    orderFor: (texts: readonly string[]) => ModelOrder,
  ): Promise<ModelAnswer[]> {
    const stop = new AbortController()
    const either = AbortSignal.any([signal, stop.signal])
    const answers = new Array<ModelAnswer>(texts.length)
    try {
      await Promise.all(
        ordersOf(texts).map(async places => {
          const order = orderFor(places.map(place => model.documentPrefix + (texts[place] ?? '')))
          // A caller that compares words waits for the answer; one that embeds documents fills an index.
          const made = await bulk.run(() => order, either, order.kind === 'nearness' ? 'urgent' : undefined)
          places.forEach((place, i) => {
            answers[place] = answerAt(made, i, model.id)
          })
        }),
      )
    } catch (error) {
      stop.abort()
      throw error
    }
    return answers
  }

  return {
    id: model.id,
    dimensions: model.dimensions,
    maxTokens: model.maxTokens,
    maxBatch: 256,
    languages: model.languages,
    isLocal: true,
    countTokens: tokenCounter(() => loadTokenizer(model)),
    async embedDocuments(texts, signal) {
      const made = await inBulk(texts, signal, batch => ({ kind: 'vectors', texts: batch }))
      return made.map(({ values }) => values)
    },
    tokens: {
      width: model.dimensions,
      async embedDocuments(texts, signal) {
        const made = await inBulk(texts, signal, batch => ({ kind: 'tokens', texts: batch }))
        return made.map(({ values, tokenBits = null }) => ({ vector: values, tokenBits }))
      },
      async readQuestion(text, signal) {
        return (await ask('question', text, signal)).question ?? null
      },
    },
    async compareWords(words, texts, signal) {
      const made = await inBulk(texts, signal, batch => ({ kind: 'nearness', texts: batch, words }))
      return made.map(({ values }) => values)
    },
    embedQuery,
    async warm() {
      await embedQuery('', new AbortController().signal)
    },
    async close() {
      last = null
      await Promise.all([queries.close(), bulk.close()])
    },
  }
}

/** Groups the indexes of the texts into small orders, longest texts first, so that no thread ends with a long one. */
function ordersOf(texts: readonly string[]): number[][] {
  const lengthAt = (place: number) => texts[place]?.length ?? 0
  const places = texts.map((_, place) => place).sort((a, b) => lengthAt(b) - lengthAt(a) || a - b)
  const orders: number[][] = []
  let room = 0
  for (const place of places) {
    if (room < lengthAt(place) || orders.length === 0) {
      orders.push([])
      room = charactersPerOrder
    }
    orders.at(-1)?.push(place)
    room -= Math.max(lengthAt(place), 1)
  }
  return orders
}

/** Three levels below the root of the package, in src/ and in dist/. */
const folder = new URL('../../../models/gte-small-int8/', import.meta.url)

/** The bundled model; the hashes are those in its README. */
export const gteSmallModel: LocalModel = {
  id: 'gte-small-int8',
  dimensions: 384,
  maxTokens: 512,
  languages: ['en'],
  model: pinned('model.onnx', 'b64508baf1f6dbe82d10bfdbf75dae029f9bacca341fab101b7b9101ae080ed4'),
  tokenizer: pinned('tokenizer.json', 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0'),
  tokenizerConfig: pinned(
    'tokenizer_config.json',
    '73687f47b47aedc8bfa8712f7e6616450058f1f1bb3d5e5861f8a92964d6467a',
  ),
  pooling: 'mean',
  documentPrefix: '',
  queryPrefix: '',
  tokenMean: pinned('token-mean.f32', 'dce2be3ccd48e5695ebb41fdc293f75f42056a039520336f8ec74b979842cef2'),
}

export function gteSmall(options: LocalEmbedderOptions = {}): Embedder {
  return localEmbedder(gteSmallModel, options)
}

function pinned(name: string, sha256: string): LocalModel['model'] {
  return { path: fileURLToPath(new URL(name, folder)), sha256 }
}
