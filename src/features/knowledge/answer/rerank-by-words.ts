import type { Hit } from '../../../core/model/hit.ts'
import type { AnswerParts } from './answer-question.ts'
import { weighTerms, weighWords } from './weigh-terms.ts'

/** A hit with its original score and its new score. */
export type Reranked = { hit: Hit; original: number; score: number }

/** The weight of the word comparison; the search score has the rest. Chosen in docs/decisions/003. */
const wordsShare = 0.6

export type RerankRequest = {
  question: string
  hits: readonly Hit[]
  /** How similar the words of a hit are to those of the question, where the search has compared them. */
  likeness: ReadonlyMap<string, number>
}

/**
 * Compares each word of the question with the words of each passage by meaning and ranks the passages again. Words are
 * weighted by the square of their rarity, because a common word has a close match in every passage. Uses what the search
 * has compared; only when it did not, the passages are embedded again. Returns null when the model can only compare whole
 * texts. Scores are between 0 and 1.
 */
export async function rerankByWords(
  { question, hits, likeness }: RerankRequest,
  parts: Pick<AnswerParts, 'collections' | 'store' | 'embedder' | 'analyzer'>,
  signal: AbortSignal,
): Promise<Reranked[] | null> {
  const known = hits.flatMap(({ chunk }) => likeness.get(chunk.id) ?? [])
  const similar = known.length === hits.length ? known : await compareAgain({ question, hits }, parts, signal)
  if (similar === null) return null
  const read = stretched(similar)
  const best = Math.max(...hits.map(({ score }) => score))
  return hits
    .map((hit, index) => {
      const found = best > 0 ? hit.score / best : 0
      const score = (1 - wordsShare) * found + wordsShare * (read[index] ?? 0)
      return { hit, original: hit.score, score: Math.round(score * 1e6) / 1e6 }
    })
    .sort((one, other) => other.score - one.score || (one.hit.chunk.id < other.hit.chunk.id ? -1 : 1))
}

async function compareAgain(
  { question, hits }: Pick<RerankRequest, 'question' | 'hits'>,
  {
    collections,
    store,
    embedder,
    analyzer,
  }: Pick<AnswerParts, 'collections' | 'store' | 'embedder' | 'analyzer'>,
  signal: AbortSignal,
): Promise<number[] | null> {
  if (embedder.compareWords === null) return null
  const words = question.split(/\s+/).filter(word => word !== '')
  const scope = await collections()
  const [terms, nearness] = await Promise.all([
    weighTerms(question, scope, { analyzer, store }),
    embedder.compareWords(words, hits.map(readWhole), signal),
  ])
  const squares = weighWords(words, terms, analyzer).map(weight => weight ** 2)
  return nearness.map(cosines => weighedMean(cosines, squares))
}

/** Includes the headings above the passage, as for embedding. */
function readWhole({ text, chunk, document }: Hit): string {
  const above = [document.title, ...chunk.sectionPath].filter(heading => !text.includes(heading))
  return [...new Set(above), text].join('\n')
}

/** When all weights are 0, all values count equally. */
function weighedMean(values: ArrayLike<number>, weights: readonly number[]): number {
  const isFlat = weights.every(weight => weight === 0)
  let sum = 0
  let total = 0
  for (const [place, weight] of weights.entries()) {
    sum += (isFlat ? 1 : weight) * (values[place] ?? 0)
    total += isFlat ? 1 : weight
  }
  return total === 0 ? 0 : sum / total
}

/** Scales the values so that the best is 1 and the lowest is 0, because cosines of one model are close together. */
function stretched(values: readonly number[]): number[] {
  const least = Math.min(...values)
  const range = Math.max(...values) - least
  return values.map(value => (range === 0 ? 1 : (value - least) / range))
}
