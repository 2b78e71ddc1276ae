import { workerData } from 'node:worker_threads'
import { Failure } from '../../core/model/failure.ts'
import { serveOrders } from '../threads/serve-orders.ts'
import { feedsFor, type LoadedSession, loadSession } from './load-session.ts'
import type { PairOrder, RerankerData } from './local-reranker.ts'

// SAFETY: the pool starts this file with a RerankerData.
const { model: facts, cacheFolder } = workerData as RerankerData

serveOrders<LoadedSession, PairOrder, number>({
  tools: loadSession(facts, cacheFolder),
  serve: async (order, loaded) => ({ answer: await scorePair(order, loaded) }),
})

async function scorePair({ question, text }: PairOrder, loaded: LoadedSession): Promise<number> {
  const { session, tokenizer } = loaded
  const outputs = await session.run(feedsFor(tokenizer.encodePair(question, text), loaded)).catch(fail)
  const output = outputs.logits ?? outputs[session.outputNames[0] ?? '']
  const score = output?.data[0]
  if (output?.data.length !== 1 || typeof score !== 'number' || !Number.isFinite(score))
    throw new Failure('unavailable', 'MODEL_UNUSABLE', `The model ${facts.id} returns no single score.`, {
      hint: 'Use a cross-encoder whose output is one logit in float32.',
    })
  return 1 / (1 + Math.exp(-score))
}

function fail(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause)
  throw new Failure('unavailable', 'RERANKING_FAILED', `Reranking failed: ${reason}`, { cause })
}
