import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { RelationReader, RelationReading, WordWindow } from '../../core/ports/relation-reader.ts'
import { workerPool } from '../threads/worker-pool.ts'
import { gteSmallModel } from './local-embedder.ts'
import type { LocalReranker } from './local-model.ts'
import type { LocalRerankerOptions, RerankerData } from './local-reranker.ts'

/** Three levels below the root of the package, in src/ and in dist/. */
const model = new URL('../../../models/gte-facts-int8/model.onnx', import.meta.url)

/**
 * The bundled model that reads facts (docs/decisions/042); the hash is that in its README. It has the words of gte-small.
 */
export const gteFactsModel: LocalReranker = {
  id: 'gte-facts-int8',
  maxTokens: 400,
  languages: ['en'],
  model: {
    path: fileURLToPath(model),
    sha256: 'e4e9d7ad15905423a95a2dd70fa82b0f053d33a59ef935554d39db6307e01782',
  },
  tokenizer: gteSmallModel.tokenizer,
  tokenizerConfig: gteSmallModel.tokenizerConfig,
}

/** Loading takes about a second; each idle thread holds the model in memory. */
const idleMs = 60_000

/** Runs the model on worker threads. */
export function gteFacts(options: LocalRerankerOptions = {}): RelationReader {
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  const pool = workerPool<WordWindow, RelationReading>({
    script: new URL(`./relation-worker${extension}`, import.meta.url),
    data: { model: gteFactsModel, cacheFolder: options.cacheFolder ?? null } satisfies RerankerData,
    size: options.threads ?? availableParallelism(),
    idleMs,
    owner: { code: 'FACT_READER', name: 'the model that reads facts' },
  })
  return {
    id: gteFactsModel.id,
    languages: gteFactsModel.languages ?? [],
    readWindows: (windows, signal) => Promise.all(windows.map(window => pool.run(() => window, signal))),
    close: () => pool.close(),
  }
}
