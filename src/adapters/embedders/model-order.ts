import type { LocalModel } from './local-model.ts'

/** What a thread is started with. */
export type WorkerData = { model: LocalModel; cacheFolder: string | null }

/** What a thread that holds a model is asked for. */
export type ModelOrder = {
  texts: readonly string[]
  /** Null: the vector of each text. Otherwise how near each of these comes to the words of each text. */
  words: readonly string[] | null
}
