import { workerData } from 'node:worker_threads'
import { Failure } from '../../core/model/failure.ts'
import { serveOrders } from '../threads/serve-orders.ts'
import { feedsFor, type LoadedSession, loadSession } from './load-session.ts'
import type { LocalModel, ModelOrder, WorkerData } from './local-model.ts'
import { nearestWords, type TokenVectors, unitTokens } from './nearest-words.ts'
import { requireVector } from './require-vector.ts'

type LoadedModel = LoadedSession & { facts: LocalModel }

serveOrders<LoadedModel, ModelOrder, Float32Array[]>({
  tools: loadModel(workerData as WorkerData), // SAFETY: the pool starts this file with a WorkerData.
  async serve({ texts, words }, model, isStopping) {
    const make = words === null ? embed : await comparer(words, model)
    const made: Float32Array<ArrayBuffer>[] = []
    for (const text of texts) {
      if (isStopping()) return null
      made.push(await make(text, model))
    }
    return { answer: made, moved: made.map(({ buffer }) => buffer) }
  },
})

async function loadModel({ model: facts, cacheFolder }: WorkerData): Promise<LoadedModel> {
  return { ...(await loadSession(facts, cacheFolder)), facts }
}

/**
 * One text at a time: batches gain nothing from 32 tokens up (measured), padding costs time, and an int8 model scales
 * its activations over the whole batch, so that a vector would depend on the other texts.
 */
async function embed(text: string, model: LoadedModel): Promise<Float32Array<ArrayBuffer>> {
  const { facts } = model
  return requireVector(pool(await read(text, model), facts), facts.dimensions, facts.id)
}

/** Returns a function that compares texts with the words of a question. The question is evaluated once. */
async function comparer(words: readonly string[], model: LoadedModel): Promise<typeof embed> {
  const { tokenizer, facts } = model
  const question = await readTokens(facts.queryPrefix + words.join(' '), model)
  const counts = [facts.queryPrefix, ...words].map(word => tokenizer.count(word))
  return async text => nearestWords(question, counts, await readTokens(text, model)).slice(1)
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

type Output = { values: Float32Array; width: number; isPooled: boolean }

async function read(text: string, model: LoadedModel): Promise<Output> {
  const { session, tokenizer, facts } = model
  const outputs = await session.run(feedsFor({ ids: tokenizer.encode(text), types: null }, model)).catch(fail)
  const output = outputs.last_hidden_state ?? outputs[session.outputNames[0] ?? '']
  const values = output?.data
  if (output === undefined || !(values instanceof Float32Array))
    throw new Failure('unavailable', 'MODEL_UNUSABLE', `The model ${facts.id} has no float32 output.`, {
      hint: 'Use an export whose output is last_hidden_state or sentence_embedding in float32.',
    })
  return { values, width: output.dims.at(-1) ?? 0, isPooled: output.dims.length === 2 }
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
