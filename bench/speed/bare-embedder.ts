import { once } from 'node:events'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import type { LocalModel } from '../../src/adapters/embedders/local-model.ts'
import { loadTokenizer } from '../../src/adapters/embedders/tokenizer.ts'

/** Runs the model over texts on independent threads, without queue and store: the reference for the speed of ingest. */
type BareEmbedder = { embed(texts: readonly string[]): Promise<void>; close(): Promise<void> }

export async function openBareEmbedder(model: LocalModel, threads: number): Promise<BareEmbedder> {
  const workers = Array.from(
    { length: threads },
    () => new Worker(new URL(import.meta.url), { workerData: model, execArgv: [] }),
  )
  // Rejects when the worker fails.
  const run = (worker: Worker, share: readonly string[]) => {
    const answered = once(worker, 'message')
    worker.postMessage(share)
    return answered
  }
  await Promise.all(workers.map(worker => run(worker, ['warm'])))
  return {
    async embed(texts) {
      const shareOf = (thread: number) => texts.filter((_, index) => index % threads === thread)
      await Promise.all(workers.map((worker, thread) => run(worker, shareOf(thread))))
    },
    async close() {
      await Promise.all(workers.map(worker => worker.terminate()))
    },
  }
}

/** The same settings as the product's own threads (adapters/embedders/model-worker.ts). */
async function work(model: LocalModel): Promise<void> {
  const ort = await import('onnxruntime-node')
  const tokenizer = loadTokenizer(model)
  const session = await ort.InferenceSession.create(model.model.path, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
  })
  parentPort?.on('message', async (texts: readonly string[]) => {
    for (const text of texts) {
      const ids = tokenizer.encode(text)
      const shape = [1, ids.length]
      const { last_hidden_state } = await session.run({
        input_ids: new ort.Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
        attention_mask: new ort.Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
        token_type_ids: new ort.Tensor('int64', new BigInt64Array(ids.length), shape),
      })
      poolMean(last_hidden_state?.data as Float32Array, model.dimensions) // SAFETY: the model's only output.
    }
    parentPort?.postMessage('done')
  })
}

function poolMean(values: Float32Array, width: number): Float64Array {
  const sums = new Float64Array(width)
  for (let start = 0; start < values.length; start += width)
    for (let i = 0; i < width; i++) sums[i] = (sums[i] ?? 0) + (values[start + i] ?? 0)
  return sums
}

if (parentPort !== null) await work(workerData)
