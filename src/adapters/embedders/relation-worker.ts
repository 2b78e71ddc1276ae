import { workerData } from 'node:worker_threads'
import { Failure } from '../../core/model/failure.ts'
import type { RelationReading, WordWindow } from '../../core/ports/relation-reader.ts'
import { serveOrders } from '../threads/serve-orders.ts'
import { decodeTables, tokenWidth } from './decode-tables.ts'
import { feedsFor, type LoadedSession, loadSession } from './load-session.ts'
import type { RerankerData } from './local-reranker.ts'
import { encodeWindow } from './word-window.ts'

// SAFETY: the pool starts this file with a RerankerData.
const { model: facts, cacheFolder } = workerData as RerankerData

serveOrders<LoadedSession, WordWindow, RelationReading>({
  tools: loadSession(facts, cacheFolder),
  serve: async (order, loaded) => ({ answer: await readWindow(order, loaded) }),
})

async function readWindow(window: WordWindow, loaded: LoadedSession): Promise<RelationReading> {
  const { ids, types, firsts } = encodeWindow(window, loaded.tokenizer)
  const read = Math.min(ids.length, facts.maxTokens)
  const feeds = feedsFor({ ids: ids.slice(0, read), types: types.slice(0, read) }, loaded)
  const outputs = await loaded.session.run(feeds).catch(fail)
  const values = outputs.tables?.data
  if (!(values instanceof Float32Array) || values.length !== read * tokenWidth)
    throw new Failure('unavailable', 'MODEL_UNUSABLE', `The model ${facts.id} returns no tables.`, {
      hint: 'Reinstall the package.',
    })
  return decodeTables(
    values,
    firsts.filter(first => first < read),
    window,
  )
}

function fail(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause)
  throw new Failure('unavailable', 'READING_FAILED', `Reading relations failed: ${reason}`, { cause })
}
