import type { TermCount } from '../model/lexical-scoring.ts'
import type { QuestionTokens } from '../ports/embedder.ts'
import type { LoadedChunk } from '../ports/store.ts'
import { compareTokens } from './compare-tokens.ts'
import type { FusedCandidate } from './fuse-rankings.ts'
import type { SearchPlan } from './plan-search.ts'
import type { FusedRanking } from './refine-by-feedback.ts'

/** How many of the best candidates are compared by their tokens. */
export const tokenReach = 50

/** What the tokens count; the fused score counts the rest. Chosen in docs/decisions/025. */
const tokenShare = 0.3

/** How often each term of the question occurs in the collections. */
type Rarity = { counts: readonly TermCount[]; chunks: number }

/**
 * Compares every token of the question with the tokens of the best candidates and mixes the result with their fused
 * scores: this moves passages up that say exactly what was asked, among those about the same subject. Words count by the
 * square of their rarity, because a common word has a close match in every passage. The scores of the compared candidates
 * stay between the first and the last of them, so that they remain above all others.
 */
export function rescoreByTokens(
  ranking: FusedRanking,
  {
    question,
    loaded,
    width,
  }: { question: QuestionTokens | null; loaded: readonly LoadedChunk[]; width: number },
  plan: Pick<SearchPlan, 'wordForms' | 'denseCollections'>,
): FusedRanking {
  const { fused, lexical } = ranking
  const bitsOf = new Map(
    loaded.flatMap(({ chunk, document, tokenBits }) =>
      tokenBits && plan.denseCollections.includes(document.collection)
        ? [[chunk.id, tokenBits] as const]
        : [],
    ),
  )
  const compared = fused.slice(0, tokenReach).filter(({ chunkId }) => bitsOf.has(chunkId))
  if (question === null || lexical === null || compared.length < 2) return ranking
  const weights = weighTokens(question, plan.wordForms, lexical)
  const passages = compared.map(({ chunkId }) => bitsOf.get(chunkId) ?? new Uint8Array())
  const nearness = stretch(compareTokens({ tokens: question, weights, width }, passages))
  const tokenScores = new Map(compared.map(({ chunkId }, index) => [chunkId, nearness[index] ?? 0]))
  const best = fused[0]?.score ?? 0
  const last = fused[Math.min(fused.length, tokenReach) - 1]?.score ?? best
  const mixed = fused.map((candidate, place): FusedCandidate => {
    const { chunkId, score } = candidate
    if (place >= tokenReach) return candidate
    const found = best === last ? 1 : (score - last) / (best - last)
    // A candidate whose tokens are not known yet counts as if they fitted as well as the rest of it.
    const share = (1 - tokenShare) * found + tokenShare * (tokenScores.get(chunkId) ?? found)
    return { ...candidate, score: last + (best - last) * share }
  })
  return { ...ranking, fused: mixed.sort(bestFirst), tokenScores }
}

/** The weight of each token: the squared rarity of its word. All are 1 when no word of the question is known. */
export function weighTokens(
  { words }: Pick<QuestionTokens, 'words'>,
  wordForms: readonly (readonly string[])[],
  { counts, chunks }: Rarity,
): number[] {
  const rarities = new Map(
    counts.map(({ term, chunks: containing }) => [
      term,
      Math.log(1 + (Math.max(0, chunks - containing) + 0.5) / (containing + 0.5)),
    ]),
  )
  const squares = wordForms.map(forms => Math.max(0, ...forms.map(form => rarities.get(form) ?? 0)) ** 2)
  const weights = words.map(word => squares[word] ?? 0)
  return weights.some(weight => weight > 0) ? weights : words.map(() => 1)
}

/** Scales the values so that the best is 1 and the lowest is 0, because cosines of one model are close together. */
function stretch(values: readonly number[]): number[] {
  const least = Math.min(...values)
  const range = Math.max(...values) - least
  return values.map(value => (range === 0 ? 1 : (value - least) / range))
}

function bestFirst(one: FusedCandidate, other: FusedCandidate): number {
  return other.score - one.score || (one.chunkId < other.chunkId ? -1 : 1)
}
