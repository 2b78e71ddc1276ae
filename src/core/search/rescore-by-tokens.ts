import type { TermCount } from '../model/lexical-scoring.ts'
import type { QuestionTokens } from '../ports/embedder.ts'
import { matchTokens, type TokenMatch } from './compare-tokens.ts'
import { bestFirst, type FusedCandidate } from './fuse-rankings.ts'
import type { SearchPlan } from './plan-search.ts'
import type { Legs } from './rank-chunks.ts'

/** The store returns the tokens of this many of the best chunks by words, and as many by meaning. */
export const tokensPerLeg = 40

/** How many of the best candidates of a ranking the tokens put into another order. */
export const tokenReach = 50

/**
 * What the tokens count; the fused score counts the rest. They count more in the first order, whose best candidates
 * feedback learns from, than after feedback, which finds what is said in other words. Chosen in docs/decisions/025.
 */
export const tokenShares = { beforeFeedback: 0.6, afterwards: 0.2 } as const

/** How often each term of the question occurs in the collections. */
type Rarity = { counts: readonly TermCount[]; chunks: number }

/**
 * Compares every token of the question with the tokens of the best candidates: how similar they are, by chunk. Words count
 * by the square of their rarity, because a common word has a close match in every passage. Null when there is nothing to
 * compare.
 */
export function compareCandidates(
  { lexical, candidates }: Pick<Legs, 'lexical' | 'candidates'>,
  { question, width }: { question: QuestionTokens | null; width: number },
  plan: Pick<SearchPlan, 'wordForms'>,
): ReadonlyMap<string, TokenMatch> | null {
  if (question === null || lexical === null) return null
  const ids: string[] = []
  const passages: Uint8Array[] = []
  // Bits of another model, whose vectors were not compared, cannot be compared either.
  for (const { chunkId, dense, tokenBits } of candidates.values())
    if (tokenBits && dense !== null) {
      ids.push(chunkId)
      passages.push(tokenBits)
    }
  if (ids.length < 2) return null
  const weights = weighTokens(question, plan.wordForms, lexical)
  const matches = matchTokens({ tokens: question, weights, width }, passages)
  return new Map(matches.map((match, index) => [ids[index] ?? '', match]))
}

/**
 * Mixes the similarity of tokens with the fused scores of the best candidates: this moves passages up that say exactly
 * what was asked, among those about the same subject. Their scores stay between the first and the last of them, so that
 * they remain above all others.
 */
export function rescoreByTokens(
  fused: readonly FusedCandidate[],
  matches: ReadonlyMap<string, Pick<TokenMatch, 'mean'>> | null,
  share: number,
): readonly FusedCandidate[] {
  const best = fused.slice(0, tokenReach)
  const known = best.flatMap(({ chunkId }) => matches?.get(chunkId)?.mean ?? [])
  const [first, last] = [best[0]?.score ?? 0, best.at(-1)?.score ?? 0]
  if (known.length < 2 || first === last) return fused
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const rescored = best.map((candidate): FusedCandidate => {
    const found = (candidate.score - last) / (first - last)
    const similarity = matches?.get(candidate.chunkId)?.mean
    // A candidate whose tokens are not known counts as if they fitted as well as the rest of it.
    const told = similarity === undefined ? found : most === least ? 1 : (similarity - least) / (most - least)
    return { ...candidate, score: last + (first - last) * ((1 - share) * found + share * told) }
  })
  return [...rescored.sort(bestFirst), ...fused.slice(tokenReach)]
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
