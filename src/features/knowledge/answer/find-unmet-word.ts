import type { Hit } from '../../../core/model/hit.ts'
import type { MeaningScale } from './calibrate-meaning.ts'
import { cosine } from './cosine.ts'
import type { ScoredSentence } from './score-sentences.ts'
import type { AnswerParts } from './types.ts'
import { type WeighedTerms, weighWords } from './weigh-terms.ts'

/** A word of a question that keeps the sources away from it, and how far: 0…1, mostly below 0.1. */
export type UnmetWord = { word: string; loss: number }

/** Each word of a longer question is too small a part of it to decide anything. */
const mostWords = 12

/**
 * A question near the subject of the sources differs by one word from one that they answer, and that word gives itself
 * away: without it, the best sentence or passage comes nearer to the question. Words that are met pull them apart when
 * they are left out. Returns the word that tells most by its share of the question; null when all of them are met.
 */
export async function findUnmetWord(
  asked: { question: string; vector: Float32Array; terms: WeighedTerms; scale: MeaningScale },
  { hits, sentences }: { hits: readonly Hit[]; sentences: readonly ScoredSentence[] },
  { embedder, analyzer, store }: Pick<AnswerParts, 'embedder' | 'analyzer' | 'store'>,
  signal: AbortSignal,
): Promise<UnmetWord | null> {
  const words = asked.question.split(/\s+/).filter(word => word !== '')
  const stored = await store.loadVectors(hits.map(({ chunk }) => chunk.id))
  const texts = [
    sentences.map(({ vector }) => vector),
    // Passages found by their words may have been embedded by another model.
    [...stored.values()].filter(({ length }) => length === asked.vector.length),
  ].filter(vectors => vectors.length > 0)
  const nearest = (question: Float32Array) =>
    texts.map(vectors => asked.scale(Math.max(...vectors.map(vector => cosine(question, vector)))))
  const withAll = nearest(asked.vector)
  const losses = await Promise.all(
    weightiest(words, asked.terms, analyzer).map(async ({ place, share }) => {
      const rest = await embedder.embedQuery(words.toSpliced(place, 1).join(' '), signal)
      const gains = nearest(rest).map((value, index) => value - (withAll[index] ?? 0))
      return { word: bare(words[place] ?? ''), loss: share * Math.max(...gains) }
    }),
  )
  return losses.filter(({ loss }) => loss > 0).sort((one, other) => other.loss - one.loss)[0] ?? null
}

/** Places of the words that carry the question, with their share of its weight. One that is all of it decides nothing. */
function weightiest(
  words: readonly string[],
  terms: WeighedTerms,
  analyzer: AnswerParts['analyzer'],
): { place: number; share: number }[] {
  const weights = weighWords(words, terms, analyzer)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights
    .map((weight, place) => ({ place, share: weight / total }))
    .filter(({ share }) => share > 0 && share < 1)
    .sort((one, other) => other.share - one.share || one.place - other.place)
    .slice(0, mostWords)
}

function bare(word: string): string {
  return word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
}
