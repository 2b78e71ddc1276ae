/**
 * Remembers texts by key for a while. What is in it may vanish at any time, and nothing may depend on it: a cache
 * that is out of reach throws Failure `CACHE_UNAVAILABLE`, and its caller goes on without.
 */
export interface Cache {
  /** One line for people: kind and place, without secrets. */
  readonly description: string
  get(key: string): Promise<string | null>
  set(key: string, value: string): Promise<void>
  close(): Promise<void>
}

/**
 * Remembers the vectors that a model made of texts, from one process to the next. It is a memory and not the truth:
 * losing it costs making them once more, and nothing else.
 */
export interface VectorMemory {
  /** For each text its vector, or null when this model's is not remembered. */
  load(of: RememberedTexts): Promise<(Float32Array | null)[]>
  /** Whatever there is of these texts; all others are forgotten. What cannot be written is given up silently. */
  save(of: RememberedTexts, vectors: readonly (Float32Array | null)[]): Promise<void>
}

export type RememberedTexts = { model: string; dimensions: number; texts: readonly string[] }
