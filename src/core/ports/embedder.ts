/**
 * Turns texts into vectors. Facts are declared, not probed.
 *
 * A caller may rely on this: vectors have exactly `dimensions` finite numbers and length 1; anything else the
 * model gives is refused with Failure `EMBEDDING_INVALID`. `embedQuery` stays quick while `embedDocuments`
 * runs. Texts longer than `maxTokens` are cut by the model's own rule, never refused.
 */
export interface Embedder {
  /** What a collection is bound to: model and everything that changes its vectors ("gte-small-int8"). */
  readonly id: string
  readonly dimensions: number
  /** The longest text the model reads, in its own tokens. */
  readonly maxTokens: number
  /** How many texts it is sensible to hand over in one call of `embedDocuments`. */
  readonly maxBatch: number
  /** Languages the model was made for (ISO 639-1); null: many, or not known. */
  readonly languages: readonly string[] | null
  /** Whether it runs on this machine: asking it once more costs neither money nor a share of somebody's limit. */
  readonly isLocal: boolean
  /** Length in the model's own tokens, without its special tokens. */
  countTokens(text: string): number
  embedDocuments(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
  embedQuery(text: string, signal: AbortSignal): Promise<Float32Array>
  /**
   * For each text, how near every word of the question comes to the nearest word of the text (cosine), all read where
   * they stand. Null: the model only tells of whole texts. As slow as embedding the texts.
   */
  readonly compareWords:
    | ((
        question: readonly string[],
        texts: readonly string[],
        signal: AbortSignal,
      ) => Promise<ArrayLike<number>[]>)
    | null
  /** Loads what the first question will need, so that it need not wait. May be called at any time. */
  warm(): Promise<void>
  close(): Promise<void>
}
