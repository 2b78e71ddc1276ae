import type { Analyzer } from '../ports/analyzer.ts'
import type { QueryWord, SimilarTerms } from '../ports/store.ts'
import type { Evidence } from './score-relevance.ts'

/** A word of a question: the terms that stand for it, and its rarity, where 1 is a word that no chunk has. */
export type WeighedWord = { terms: readonly string[]; rarity: number }

/** What the store counted for a question; null when it was ranked by meaning alone. */
export type CountedTerms = {
  counts: readonly { term: string; chunks: number }[]
  chunks: number
  similar: readonly SimilarTerms[]
} | null

/** For words that were not counted. */
const usualRarity = 0.5

/** Weighs the words of a question by how few chunks have them. A word that no chunk has weighs most. */
export function weighWords(words: readonly QueryWord[], counted: CountedTerms): WeighedWord[] {
  const similar = new Map(counted?.similar.map(({ word, terms }) => [word, terms]))
  const counts = new Map(counted?.counts.map(({ term, chunks }) => [term, chunks]))
  return words.map(({ forms }) => {
    const terms = [...forms, ...(similar.get(forms[0] ?? '') ?? [])]
    if (counted === null || counted.chunks === 0) return { terms, rarity: usualRarity }
    const containing = Math.max(0, ...terms.map(term => counts.get(term) ?? 0))
    const rarity = Math.log1p(counted.chunks / (containing + 0.5)) / Math.log1p(counted.chunks / 0.5)
    return { terms, rarity }
  })
}

/** Which of the words a text has, analysed as it is indexed. */
export function findWords(
  words: readonly WeighedWord[],
  { text, language }: { text: string; language: string },
  analyzer: Pick<Analyzer, 'findTerms'>,
): Pick<Evidence, 'share' | 'rareWords' | 'words'> {
  const own = analyzer.findTerms(text, language, new Set(words.flatMap(({ terms }) => terms)))
  const sum = (some: readonly WeighedWord[]) => some.reduce((total, { rarity }) => total + rarity, 0)
  const rareWords = sum(words.filter(({ terms }) => terms.some(term => own.has(term))))
  const total = sum(words)
  return { share: total === 0 ? 0 : rareWords / total, rareWords, words: words.length }
}

/** At least what a relevant passage usually has, for one that cannot have the words of the question. */
export function usualWords(found: ReturnType<typeof findWords>): ReturnType<typeof findWords> {
  return { ...found, share: Math.max(found.share, 0.5), rareWords: Math.max(found.rareWords, 1) }
}
