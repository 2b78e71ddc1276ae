import { workerData } from 'node:worker_threads'
import { Failure } from '../../core/model/failure.ts'
import { serveOrders } from '../threads/serve-orders.ts'
import { feedsFor, type LoadedSession, loadSession } from './load-session.ts'
import {
  type LocalModel,
  type ModelAnswer,
  type ModelOrder,
  readVerifiedFile,
  type WorkerData,
} from './local-model.ts'
import { nearestWords, type TokenVectors, unitTokens } from './nearest-words.ts'
import { requireVector } from './require-vector.ts'
import { meanToken, toTokenBits, toTokenVectors } from './token-bits.ts'
import { sampleTexts } from './token-sample.ts'
import { distinctWords, wordsAt } from './word-rows.ts'

type LoadedModel = LoadedSession & {
  facts: LocalModel
  /** What `read` returned last: a question may be embedded first, and then its tokens are asked for. */
  last: { text: string; output: Output } | null
  mean: Promise<Float32Array> | null
}

type Make = (text: string, model: LoadedModel) => Promise<ModelAnswer>

serveOrders<LoadedModel, ModelOrder, ModelAnswer[]>({
  tools: loadModel(workerData as WorkerData), // SAFETY: the pool starts this file with a WorkerData.
  async serve(order, model, isStopping) {
    const make = await makerFor(order, model)
    const made: ModelAnswer[] = []
    for (const text of order.texts) {
      if (isStopping()) return null
      made.push(await make(text, model))
    }
    return { answer: made, moved: made.flatMap(buffersOf) }
  },
})

async function loadModel({ model: facts, cacheFolder }: WorkerData): Promise<LoadedModel> {
  return { ...(await loadSession(facts, cacheFolder)), facts, last: null, mean: null }
}

async function makerFor(order: ModelOrder, model: LoadedModel): Promise<Make> {
  if (order.kind === 'vectors') return embed
  if (order.kind === 'tokens') return embedWithTokens
  return order.kind === 'question' ? readQuestion : comparer(order.words, model)
}

function buffersOf(answer: ModelAnswer): ArrayBuffer[] {
  return [answer.values, answer.tokenBits, answer.question?.vectors].flatMap(array =>
    array?.buffer instanceof ArrayBuffer ? [array.buffer] : [],
  )
}

/**
 * One text at a time: batches gain nothing from 32 tokens up (measured), padding costs time, and an int8 model scales
 * its activations over the whole batch, so that a vector would depend on the other texts.
 */
async function embed(text: string, model: LoadedModel): Promise<ModelAnswer> {
  const { facts } = model
  return { values: requireVector(pool(await read(text, model), facts), facts.dimensions, facts.id) }
}

async function embedWithTokens(text: string, model: LoadedModel): Promise<ModelAnswer> {
  const output = await read(text, model)
  const { facts, tokenizer } = model
  const values = requireVector(pool(output, facts), facts.dimensions, facts.id)
  if (output.isPooled) return { values, tokenBits: null }
  const words = wordsAt(output.ids, { first: 1, end: output.ids.length - 1 }, tokenizer)
  const distinct = distinctWords(output.ids, words, tokenizer)
  return { values, tokenBits: toTokenBits(output, await meanOf(model), distinct) }
}

async function readQuestion(text: string, model: LoadedModel): Promise<ModelAnswer> {
  const { tokenizer, facts } = model
  const output = await read(text, model)
  const values = requireVector(pool(output, facts), facts.dimensions, facts.id)
  if (output.isPooled) return { values, question: null }
  const prefix = tokenizer.count(facts.queryPrefix)
  const counts = (text.slice(facts.queryPrefix.length).match(/\S+/g) ?? []).map(word => tokenizer.count(word))
  const spaced = counts.flatMap((count, word) => new Array<number>(count).fill(word))
  const [first, end] = [1 + prefix, output.ids.length - 1]
  const words = wordsAt(output.ids, { first, end }, tokenizer)
  const isKnown = spaced.length === end - first
  return {
    values,
    question: {
      vectors: toTokenVectors(output, await meanOf(model), words),
      words: words.map(([place = first]) => (isKnown ? (spaced[place - first] ?? -1) : -1)),
    },
  }
}

/** The bundled model has its mean in a file; that of other models is measured on a few texts. */
function meanOf(model: LoadedModel): Promise<Float32Array> {
  const { facts } = model
  const measure = async () => {
    if (facts.tokenMean !== undefined)
      return new Float32Array(new Uint8Array(readVerifiedFile(facts.tokenMean)).buffer)
    const outputs: Output[] = []
    for (const text of sampleTexts) outputs.push(await read(facts.documentPrefix + text, model))
    return meanToken(outputs, outputs[0]?.width ?? 0)
  }
  model.mean ??= measure()
  return model.mean
}

/** Returns a function that compares texts with the words of a question. The question is evaluated once. */
async function comparer(words: readonly string[], model: LoadedModel): Promise<Make> {
  const { tokenizer, facts } = model
  const question = await readTokens(facts.queryPrefix + words.join(' '), model)
  const counts = [facts.queryPrefix, ...words].map(word => tokenizer.count(word))
  return async text => ({ values: nearestWords(question, counts, await readTokens(text, model)).slice(1) })
}

async function readTokens(text: string, model: LoadedModel): Promise<TokenVectors> {
  const { values, width, isPooled } = await read(text, model)
  if (!isPooled) return unitTokens(values, width)
  throw new Failure(
    'unavailable',
    'MODEL_UNUSABLE',
    `The model ${model.facts.id} returns vectors of whole texts only.`,
    {
      hint: 'Use an export whose output is last_hidden_state.',
    },
  )
}

type Output = { values: Float32Array; width: number; isPooled: boolean; ids: readonly number[] }

async function read(text: string, model: LoadedModel): Promise<Output> {
  if (model.last?.text === text) return model.last.output
  const { session, tokenizer, facts } = model
  const ids = tokenizer.encode(text)
  const outputs = await session.run(feedsFor({ ids, types: null }, model)).catch(fail)
  const output = outputs.last_hidden_state ?? outputs[session.outputNames[0] ?? '']
  const values = output?.data
  if (output === undefined || !(values instanceof Float32Array))
    throw new Failure('unavailable', 'MODEL_UNUSABLE', `The model ${facts.id} has no float32 output.`, {
      hint: 'Use an export whose output is last_hidden_state or sentence_embedding in float32.',
    })
  const read = { values, width: output.dims.at(-1) ?? 0, isPooled: output.dims.length === 2, ids }
  model.last = { text, output: read }
  return read
}

function fail(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause)
  throw new Failure('internal', 'EMBEDDING_FAILED', `Embedding failed: ${reason}`, { cause })
}

/** Without padding the attention mask is all ones, so the mean over it is the mean over all tokens. */
function pool({ values, width, isPooled }: Output, { pooling }: LocalModel): ArrayLike<number> {
  if (isPooled || pooling === 'cls') return values.subarray(0, width)
  const tokens = values.length / width
  const sums = new Float64Array(width)
  for (let start = 0; start < values.length; start += width)
    for (let i = 0; i < width; i++) sums[i] = (sums[i] ?? 0) + (values[start + i] ?? 0) / tokens
  return sums
}
