import { fileURLToPath } from 'node:url'
import type { Reranker } from '../../core/ports/reranker.ts'
import { gteSmallModel } from './local-embedder.ts'
import type { LocalReranker } from './local-model.ts'
import { type LocalRerankerOptions, localReranker } from './local-reranker.ts'

/** Three levels below the root of the package, in src/ and in dist/. */
const model = new URL('../../../models/gte-reader-int8/model.onnx', import.meta.url)

/**
 * The bundled model that reads a question together with a passage and scores whether the passage answers it
 * (docs/decisions/041); the hash is that in its README. It has the words of gte-small.
 */
export const gteReaderModel: LocalReranker = {
  id: 'gte-reader-int8',
  maxTokens: 144,
  languages: ['en'],
  model: {
    path: fileURLToPath(model),
    sha256: '9e6938fd9b6f012c070ca1fb750f56cdfdfb9074087fb257922013264792ba07',
  },
  tokenizer: gteSmallModel.tokenizer,
  tokenizerConfig: gteSmallModel.tokenizerConfig,
}

export function gteReader(options: LocalRerankerOptions = {}): Reranker {
  return localReranker(gteReaderModel, options)
}
