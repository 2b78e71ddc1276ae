import type { LexicalScoring, Nearness } from '../model/lexical-scoring.ts'

/** How chunks are scored by words: the usual parameters of BM25; a word in a heading counts twice. */
export const lexicalScoring: LexicalScoring = {
  k1: 1.2,
  b: 0.75,
  weights: { heading: 2, body: 1 },
  mostTerms: 256,
}

/** Only words with the same first letters are compared. */
const fixedLetters = 3
/** How many similar terms are searched for a word that no document contains. */
const mostSimilar = 3

/**
 * How far a term may be from a word that no chunk contains: two letters, one in short words. Null for words that are
 * not guessed at: short ones, numbers and identifiers.
 */
export function nearnessOf(forms: readonly string[]): Nearness | null {
  const [word] = forms
  if (word === undefined || !forms.every(isWord)) return null
  return { prefix: fixedLetters, edits: word.length <= 5 ? 1 : 2, most: mostSimilar }
}

function isWord(term: string): boolean {
  return term.length > fixedLetters && /^\p{L}+$/u.test(term)
}
