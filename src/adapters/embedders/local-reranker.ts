import { availableParallelism } from 'node:os'
import type { Reranker } from '../../core/ports/reranker.ts'
import { workerPool } from '../threads/worker-pool.ts'
import type { LocalReranker } from './local-model.ts'
import { readRerankerModel } from './onnx.ts'

export type LocalRerankerOptions = {
  /** One per core by default. */
  threads?: number
  /** Where the runtime is unpacked when the folder of the package is not writable. */
  cacheFolder?: string
}

/** Start data of a worker thread. */
export type RerankerData = { model: LocalReranker; cacheFolder: string | null }

/** One order for a worker thread: a thread that works on one pair can be stopped soon. */
export type PairOrder = { question: string; text: string }

/** Loading takes about a second; each idle thread holds the model in memory. */
const idleMs = 300_000

/** A cross-encoder in a folder with the layout of model hubs. */
export async function onnxReranker(folder: string, options: LocalRerankerOptions = {}): Promise<Reranker> {
  return localReranker(await readRerankerModel(folder), options)
}

/** Runs a cross-encoder from files on worker threads. */
export function localReranker(model: LocalReranker, options: LocalRerankerOptions = {}): Reranker {
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  const pool = workerPool<PairOrder, number>({
    script: new URL(`./rerank-worker${extension}`, import.meta.url),
    data: { model, cacheFolder: options.cacheFolder ?? null } satisfies RerankerData,
    size: options.threads ?? availableParallelism(),
    idleMs,
    owner: { code: 'RERANKER', name: 'the reranking model' },
  })
  return {
    id: model.id,
    languages: model.languages,
    async scorePairs({ question, texts, onScore }, signal) {
      const stop = new AbortController()
      const either = AbortSignal.any([signal, stop.signal])
      try {
        await Promise.all(
          texts.map(async (text, index) => {
            const score = await pool.run(() => ({ question, text }), either)
            if (!either.aborted) onScore(index, score)
          }),
        )
      } catch (error) {
        stop.abort()
        throw error
      }
    },
    async warm() {
      await pool.run(() => ({ question: '', text: '' }), new AbortController().signal)
    },
    close: () => pool.close(),
  }
}
