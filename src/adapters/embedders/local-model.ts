import type { PinnedFile } from './verified-file.ts'

/** Everything a thread needs to know to run a model from files; plain values, so it can be sent to a worker. */
export type LocalModel = {
  /** What collections are bound to. */
  id: string
  dimensions: number
  /** Including the special tokens the model puts around a text. */
  maxTokens: number
  /** Languages it was made for; null: many, or not known. */
  languages: readonly string[] | null
  model: PinnedFile
  tokenizer: PinnedFile
  tokenizerConfig: PinnedFile | null
  pooling: 'mean' | 'cls'
  /** What the model was trained to see before a document, and before a question. */
  documentPrefix: string
  queryPrefix: string
}
