import { parentPort, workerData } from 'node:worker_threads'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { gteSmallModel } from '../../src/adapters/embedders/gte-small.ts'
import { loadTokenizer } from '../../src/adapters/embedders/tokenizer.ts'

/** The floor for ingest: one thread that embeds its share of the texts and does nothing else. */
const texts = workerData as string[]
const tokenizer = loadTokenizer(gteSmallModel)
const session = await InferenceSession.create(gteSmallModel.model.path, {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  logSeverityLevel: 3,
})
await embed('warm up')
parentPort?.postMessage('ready')
parentPort?.once('message', async () => {
  for (const text of texts) await embed(text)
  parentPort?.postMessage('done')
  parentPort?.close()
})

async function embed(text: string): Promise<void> {
  const ids = tokenizer.encode(text)
  const column = (values: BigInt64Array) => new Tensor('int64', values, [1, ids.length])
  await session.run({
    input_ids: column(BigInt64Array.from(ids, BigInt)),
    attention_mask: column(new BigInt64Array(ids.length).fill(1n)),
    token_type_ids: column(new BigInt64Array(ids.length)),
  })
}
