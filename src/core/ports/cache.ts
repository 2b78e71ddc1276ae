/**
 * Caches texts by key.
 *
 * A caller may rely on this: `get` returns exactly what `set` stored, or null. An entry may disappear at any time. A
 * cache that cannot be reached throws Failure `CACHE_UNAVAILABLE`; the caller continues without it.
 */
export interface Cache {
  /** One line for people: kind and place, without secrets. */
  readonly description: string
  get(key: string): Promise<string | null>
  set(key: string, value: string): Promise<void>
  close(): Promise<void>
}

/**
 * Keeps the vectors of texts from one process to the next.
 *
 * A caller may rely on this: nothing is lost with it but the time to embed the texts again.
 */
export interface VectorMemory {
  /** Returns the vector of each text, or null for texts that were not saved for this model. */
  load(of: RememberedTexts): Promise<(Float32Array | null)[]>
  /** Saves these vectors and removes all others of the model. A write error is ignored. */
  save(of: RememberedTexts, vectors: readonly (Float32Array | null)[]): Promise<void>
}

export type RememberedTexts = { model: string; dimensions: number; texts: readonly string[] }
