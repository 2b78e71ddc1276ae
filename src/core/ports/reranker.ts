/**
 * Scores how well passages answer a question. It reads the question together with each passage, so it is more exact than
 * comparing vectors, and as slow as embedding the passages.
 *
 * A caller may rely on this: texts are scored in their order, best candidates first. Scores are between 0 and 1 and
 * comparable within one question. Texts longer than the model reads are cut, never refused.
 */
export interface Reranker {
  /** The model and everything that changes its scores. */
  readonly id: string
  /** Languages that the model was trained for (ISO 639-1); null when there are many or they are unknown. */
  readonly languages: readonly string[] | null
  /**
   * Calls `onScore` with the index of each text and its score as soon as it is known. When the signal aborts, it rejects
   * at once, and scores that are not known by then are not reported.
   */
  scorePairs(request: ScoreRequest, signal: AbortSignal): Promise<void>
  /** Loads what the first question needs, so that it need not wait. */
  warm(): Promise<void>
  close(): Promise<void>
}

export type ScoreRequest = {
  question: string
  texts: readonly string[]
  onScore(index: number, score: number): void
}
