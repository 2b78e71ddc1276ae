/**
 * Turns text into the terms of full-text search. Documents and questions are analysed in the same way.
 *
 * A caller may rely on this: the same text and language always produce the same terms, as long as `version` is the same.
 */
export interface Analyzer {
  /** Part of every fingerprint: when it changes, documents are rebuilt. */
  readonly version: number
  /** Resolves to an ISO 639-1 code, or "und" when the text is too short or too mixed. */
  detectLanguage(text: string): Promise<string>
  /**
   * Returns the terms of a text in order, with repetitions: lower-cased, folded and stemmed for the language. An
   * identifier (`ERR_TOO_BIG`, `gte-small`, `node:sqlite`) also produces one whole, unstemmed term.
   */
  analyze(text: string, language: string): string[]
  /** Returns the question's terms in any of these languages, without stop words unless there are no other words. */
  analyzeQuery(text: string, languages: readonly string[]): string[]
  /** The same per word: for each word, its forms in these languages, the first language's form first. */
  analyzeWords(text: string, languages: readonly string[]): string[][]
}
