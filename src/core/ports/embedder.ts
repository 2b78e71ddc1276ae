/**
 * Turns texts into vectors. Its facts are declared, so that no call is needed to find them out.
 *
 * A caller may rely on this: vectors have exactly `dimensions` finite numbers and length 1; if the model returns
 * anything else, Failure `EMBEDDING_INVALID` is thrown. `embedQuery` stays fast while `embedDocuments` runs. Texts
 * longer than `maxTokens` are cut by the model's own rule, never refused.
 */
export interface Embedder {
  /** The id that collections are bound to: the model and everything that changes its vectors ("gte-small-int8"). */
  readonly id: string
  readonly dimensions: number
  /** The longest text the model reads, in its own tokens. */
  readonly maxTokens: number
  /** How many texts to pass to one call of `embedDocuments`. */
  readonly maxBatch: number
  /** Languages that the model was trained for (ISO 639-1); null when there are many or they are unknown. */
  readonly languages: readonly string[] | null
  /** Whether it runs on this machine, so that a call costs no money and counts against no rate limit. */
  readonly isLocal: boolean
  /** Returns the length in the model's own tokens, without special tokens. */
  countTokens(text: string): number
  embedDocuments(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
  embedQuery(text: string, signal: AbortSignal): Promise<Float32Array>
  /**
   * Returns for each text, and for each word of the question, the cosine similarity to the most similar word of the
   * text, all in their context. It takes as long as embedding the texts. Null when the model only embeds whole texts.
   */
  readonly compareWords:
    | ((
        question: readonly string[],
        texts: readonly string[],
        signal: AbortSignal,
      ) => Promise<ArrayLike<number>[]>)
    | null
  /** Loads what the first question needs, so that it need not wait. It may be called at any time. */
  warm(): Promise<void>
  close(): Promise<void>
}
