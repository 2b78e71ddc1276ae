/** Makes the terms that full-text search works with. Index and question go through the same analysis. */
export interface Analyzer {
  readonly version: number
  /** ISO 639-1, or "und" when the text is too short or too mixed to tell. */
  detectLanguage(text: string): Promise<string>
  /**
   * Lower-cased, folded and stemmed for the language, in order, repeated as they occur. Identifiers
   * (`ERR_TOO_BIG`, `gte-small`, `node:sqlite`) additionally give one whole, unstemmed term.
   */
  analyze(text: string, language: string): string[]
  /** The question's terms for documents in any of these languages, without stop words unless nothing else is left. */
  analyzeQuery(text: string, languages: readonly string[]): string[]
  /** The same word by word: each with the forms that it takes in these languages, the first language's first. */
  analyzeWords(text: string, languages: readonly string[]): string[][]
}
