import { fileURLToPath } from 'node:url'
import type { Embedder } from '../../core/ports/embedder.ts'
import { type LocalEmbedderOptions, localEmbedder } from './local-embedder.ts'
import type { LocalModel } from './local-model.ts'

/** Three levels below the package's root, in src/ as in dist/. */
const folder = new URL('../../../models/gte-small-int8/', import.meta.url)

/** The model that comes with the package; hashes as listed in its README. */
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
}

export function gteSmall(options: LocalEmbedderOptions = {}): Embedder {
  return localEmbedder(gteSmallModel, options)
}

function pinned(name: string, sha256: string): LocalModel['model'] {
  return { path: fileURLToPath(new URL(name, folder)), sha256 }
}
