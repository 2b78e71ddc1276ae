import type { Ranked } from '../model/hit.ts'
import type { SearchPlan } from './plan-search.ts'

export type FusionWeights = { lexical: number; dense: number }

/** Where a candidate stands: its fused score, and the raw score in either ranking (null: not in it). */
export type FusedCandidate = { chunkId: string; score: number; lexical: number | null; dense: number | null }

/**
 * A weighted sum of both rankings, each scaled to 0…1; what one ranking did not find counts nothing there. With
 * one ranking only, its own scaled scores. Ties are broken by id.
 */
export function fuseByScore(
  lexical: readonly Ranked[] | null,
  dense: readonly Ranked[] | null,
  weights: FusionWeights,
): FusedCandidate[] {
  const isFused = lexical !== null && lexical.length > 0 && dense !== null && dense.length > 0
  const lexicalLeg = scaledLeg(lexical ?? [], isFused ? weights.lexical : 1, lexicalScale)
  const denseLeg = scaledLeg(dense ?? [], isFused ? weights.dense : 1, denseScale)
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
  weight: number,
  scaleOf: Scale,
): Map<string, { raw: number; share: number }> {
  const scale = scaleOf(ranked)
  return new Map(ranked.map(({ chunkId, score }) => [chunkId, { raw: score, share: weight * scale(score) }]))
}

/** BM25 has a natural zero: no shared word. */
function lexicalScale(ranked: readonly Ranked[]): (score: number) => number {
  const best = ranked.reduce((highest, { score }) => Math.max(highest, score), 0)
  return score => (best === 0 ? 0 : score / best)
}

/** Cosines of one model crowd together (unrelated texts at about 0.7), so only their spread says something. */
function denseScale(ranked: readonly Ranked[]): (score: number) => number {
  const best = ranked.reduce((highest, { score }) => Math.max(highest, score), -1)
  const worst = ranked.reduce((lowest, { score }) => Math.min(lowest, score), 1)
  return score => (best === worst ? 1 : (score - worst) / (best - worst))
}

function bestFirst(one: FusedCandidate, other: FusedCandidate): number {
  return other.score - one.score || (one.chunkId < other.chunkId ? -1 : 1)
}

/** Cormack, Clarke and Büttcher 2009: how little the very first places count more than those after them. */
const damping = 60

/**
 * Reciprocal rank fusion: a candidate's places count, not its scores. Scaled so that 1 is the first place in
 * every ranking that found anything. Ties are broken by id.
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
  return [...candidates.values()].sort(
    (one, other) => other.score - one.score || (one.chunkId < other.chunkId ? -1 : 1),
  )
}

type Leg = { ranked: readonly Ranked[] } | null

/** How this search makes one ranking of two. */
export function chooseFusion({ fusion, weights }: Pick<SearchPlan, 'fusion' | 'weights'>) {
  return (lexical: Leg, dense: Leg): FusedCandidate[] =>
    fusion === 'reciprocal'
      ? fuseByRank(lexical?.ranked ?? null, dense?.ranked ?? null)
      : fuseByScore(lexical?.ranked ?? null, dense?.ranked ?? null, weights)
}
