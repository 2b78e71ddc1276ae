/** What the words of a text say about its language. */
export type LanguageGuess = {
  /** An ISO 639-1 code, or "und" when the text has too few words or none of the languages fits. */
  language: string
  /** 0 to 1. */
  confidence: number
  /** UTF-8 bytes of the words that were read: a few Chinese characters say as much as a dozen Latin letters. */
  evidence: number
}

/**
 * Turns text into the terms of full-text search. Documents and questions are analysed in the same way.
 *
 * A caller may rely on this: the same text and language always produce the same terms, as long as `version` is the same.
 */
export interface Analyzer {
  /** Part of every fingerprint: when it changes, documents are rebuilt. */
  readonly version: number
  /** Guesses the language of a text. Short text is often guessed wrong, which is why the guess says what it rests on. */
  detectLanguage(text: string): Promise<LanguageGuess>
  /**
   * Returns the one of these languages whose function words the question contains most often; null when it contains none,
   * or those of two languages equally often.
   */
  languageOfQuestion(text: string, languages: readonly string[]): string | null
  /**
   * Returns the terms of a text in order, with repetitions: lower-cased, folded and stemmed for the language. An
   * identifier (`ERR_TOO_BIG`, `gte-small`, `node:sqlite`) also produces one whole, unstemmed term.
   */
  analyze(text: string, language: string): string[]
  /** Returns those of the wanted terms that `analyze` returns for the text. Much quicker when few are wanted. */
  findTerms(text: string, language: string, wanted: ReadonlySet<string>): Set<string>
  /**
   * Returns the question's terms in any of these languages, without stop words unless there are no other words. A stop
   * word of the question's own language (see `languageOfQuestion`) is left out in all of them.
   */
  analyzeQuery(text: string, languages: readonly string[]): string[]
  /** The same per word: for each word, its forms in these languages, the first language's form first. */
  analyzeWords(text: string, languages: readonly string[]): string[][]
}
