import type { Ranked } from '../model/hit.ts'
import type { Candidate } from '../ports/store.ts'
import type { SearchPlan } from './plan-search.ts'

/**
 * How deep a ranking goes that is fused: deep enough for chunks that only one ranking finds. Scores are scaled over this
 * depth whatever the limit is, so that the first five of a hundred hits are the five hits of a request for five.
 */
export const rankingDepth = 200

export type FusionWeights = { lexical: number; dense: number }

/** A candidate with its fused score and its raw score in each ranking; null where that ranking did not find it. */
export type FusedCandidate = { chunkId: string; score: number; lexical: number | null; dense: number | null }

type Leg = { ranked: readonly Ranked[] } | null

type RankedLegs = {
  lexical: Leg
  dense: Leg
  candidates: ReadonlyMap<string, Pick<Candidate, 'language'> & Partial<Pick<Candidate, 'vector'>>>
}

/** Makes one ranking of the two, by the method that the plan names. */
export function fuseRankings(
  { lexical, dense, candidates }: RankedLegs,
  {
    fusion,
    weightsFor,
    awaitsVectors = false,
  }: Pick<SearchPlan, 'fusion' | 'weightsFor'> & Partial<Pick<SearchPlan, 'awaitsVectors'>>,
): FusedCandidate[] {
  return fusion === 'reciprocal'
    ? fuseByRank(lexical?.ranked ?? null, dense?.ranked ?? null)
    : fuseByScore(lexical?.ranked ?? null, dense?.ranked ?? null, chunkId => {
        const { language = 'und', vector } = candidates.get(chunkId) ?? {}
        return awaitsVectors && vector === null ? wordsAlone : weightsFor(language)
      })
}

/** For a candidate whose vector is still to be made, as if its meaning fitted as well as its words. */
const wordsAlone: FusionWeights = { lexical: 1, dense: 0 }

/**
 * Adds up both rankings, each scaled to 0…1, by the weights of each candidate. A candidate that one ranking did not find
 * gets 0 there. With one ranking only, its scaled scores are returned. Ties are broken by id.
 */
export function fuseByScore(
  lexical: readonly Ranked[] | null,
  dense: readonly Ranked[] | null,
  weightsOf: (chunkId: string) => FusionWeights,
): FusedCandidate[] {
  const isFused = lexical !== null && lexical.length > 0 && dense !== null && dense.length > 0
  const lexicalLeg = scaledLeg(lexical ?? [], id => (isFused ? weightsOf(id).lexical : 1), lexicalScale)
  const denseLeg = scaledLeg(dense ?? [], id => (isFused ? weightsOf(id).dense : 1), denseScale)
  return [...new Set([...lexicalLeg.keys(), ...denseLeg.keys()])]
    .map(chunkId => {
      const byWords = lexicalLeg.get(chunkId)
      const byMeaning = denseLeg.get(chunkId)
      return {
        chunkId,
        score: (byWords?.share ?? 0) + (byMeaning?.share ?? 0),
        lexical: byWords?.raw ?? null,
        dense: byMeaning?.raw ?? null,
      }
    })
    .sort(bestFirst)
}

type Scale = (ranked: readonly Ranked[]) => (score: number) => number

function scaledLeg(
  ranked: readonly Ranked[],
  weightOf: (chunkId: string) => number,
  scaleOf: Scale,
): Map<string, { raw: number; share: number }> {
  const scale = scaleOf(ranked)
  return new Map(
    ranked.map(({ chunkId, score }) => [chunkId, { raw: score, share: weightOf(chunkId) * scale(score) }]),
  )
}

/** A BM25 score of 0 means that no word is shared, so scores are divided by the best one. */
function lexicalScale(ranked: readonly Ranked[]): (score: number) => number {
  const best = ranked.reduce((highest, { score }) => Math.max(highest, score), 0)
  return score => (best === 0 ? 0 : score / best)
}

/**
 * Cosines of one model lie close together (unrelated texts at about 0.7), so they are scaled between the best and the
 * last of a fixed depth.
 */
function denseScale(ranked: readonly Ranked[]): (score: number) => number {
  const scores = ranked.map(({ score }) => score).sort((one, other) => other - one)
  const best = scores[0] ?? 0
  const last = scores[Math.min(scores.length, rankingDepth) - 1] ?? best
  return score => (best === last ? 1 : Math.max(0, (score - last) / (best - last)))
}

/** From Cormack, Clarke and Büttcher 2009. A larger value makes the first places count less. */
const damping = 60

/**
 * Reciprocal rank fusion: adds up places instead of scores. A candidate that is first in every ranking that found
 * anything scores 1. Ties are broken by id.
 */
export function fuseByRank(
  lexical: readonly Ranked[] | null,
  dense: readonly Ranked[] | null,
): FusedCandidate[] {
  const legs = [lexical ?? [], dense ?? []].filter(ranked => ranked.length > 0)
  const best = legs.length / (damping + 1)
  const candidates = new Map<string, FusedCandidate>()
  const addLeg = (ranked: readonly Ranked[], leg: 'lexical' | 'dense') => {
    for (const [index, { chunkId, score }] of ranked.entries()) {
      const known = candidates.get(chunkId) ?? { chunkId, score: 0, lexical: null, dense: null }
      const share = 1 / (damping + index + 1) / best
      candidates.set(chunkId, { ...known, score: known.score + share, [leg]: score })
    }
  }
  addLeg(lexical ?? [], 'lexical')
  addLeg(dense ?? [], 'dense')
  return [...candidates.values()].sort(bestFirst)
}

/** By score; ties by id. */
export function bestFirst(one: FusedCandidate, other: FusedCandidate): number {
  return other.score - one.score || (one.chunkId < other.chunkId ? -1 : 1)
}
