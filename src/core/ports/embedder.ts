/** A text's vector, and its tokens as bits. */
export type EmbeddedText = {
  vector: Float32Array
  /**
   * Rows of `width` bits, concatenated: each stands for a word of the text or for several that mean nearly the same. Words
   * that say nothing (punctuation, the commonest ones) are left out. Null when the model turns out to return vectors of
   * whole texts only.
   */
  tokenBits: Uint8Array | null
}

/** The tokens of a question, to be compared with the bits of passages. */
export type QuestionTokens = {
  /** One vector of length 1 per word, `width` numbers each, concatenated. */
  vectors: Float32Array
  /** What each of them belongs to: its index among the question's words, which are what spaces separate; −1: unknown. */
  words: readonly number[]
}

/**
 * A model that also returns a vector for every token, in its context. The vectors of a word are averaged, after
 * subtracting the mean of all tokens. Of a passage's words only the signs are kept: bit `i` of a row is set when number
 * `i` is above 0.
 *
 * A caller may rely on this: the vectors are those of `embedDocuments`; bits depend on the model and the text only.
 */
export type TokenEmbedder = {
  /** Bits per row, a multiple of 8. */
  readonly width: number
  embedDocuments(texts: readonly string[], signal: AbortSignal): Promise<EmbeddedText[]>
  /** Costs next to nothing for the question that was embedded last. */
  readQuestion(text: string, signal: AbortSignal): Promise<QuestionTokens | null>
}

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
  /** Null when the model only embeds whole texts, or when tokens are not to be used. */
  readonly tokens: TokenEmbedder | null
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
