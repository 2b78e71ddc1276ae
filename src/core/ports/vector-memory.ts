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
