import type { Ranked } from '../model/hit.ts'

export type FusionWeights = { lexical: number; dense: number }

/** Where a candidate stands: its fused score, and the raw score in either ranking (null: not in it). */
export type FusedCandidate = { chunkId: string; score: number; lexical: number | null; dense: number | null }

/**
 * A weighted sum of both rankings, each scaled to 0…1; what one ranking did not find counts nothing there. With
 * one ranking only, its own scaled scores. Ties are broken by id.
 */
export function fuseRankings(
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
