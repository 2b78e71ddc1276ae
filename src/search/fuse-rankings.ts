import type { Ranked } from '../model/hit.ts'
import type { SearchParts } from './parts.ts'
import type { SearchPlan } from './plan-search.ts'
import type { DenseLeg } from './rank-densely.ts'
import type { LexicalLeg } from './rank-lexically.ts'

/** How much each ranking counts; chosen on development queries (docs/decisions). */
export const fusionWeights = { lexical: 0.4, dense: 0.6 } as const

export type FusedCandidate = { chunkId: string; score: number; lexical: number | null; dense: number | null }

export type Fused = { method: 'convex' | 'lexical' | 'dense'; candidates: FusedCandidate[] }

type Legs = { lexical: LexicalLeg | null; dense: DenseLeg | null; plan: SearchPlan }

/**
 * A weighted sum of both rankings, each scaled to 0…1. A candidate that only one ranking found is scored by
 * the other too, so that "not in the first 200" is not mistaken for "unrelated".
 */
export async function fuseRankings(legs: Legs, parts: SearchParts, signal: AbortSignal): Promise<Fused> {
  const { lexical, dense } = legs
  if (lexical === null || dense === null) return singleRanking(lexical, dense)
  if (lexical.ranked.length === 0) return singleRanking(null, dense)
  const completed = await completeRankings({ lexical, dense, plan: legs.plan }, parts, signal)
  return { method: 'convex', candidates: combine(completed.lexical, completed.dense) }
}

function singleRanking(lexical: LexicalLeg | null, dense: DenseLeg | null): Fused {
  if (dense !== null && lexical === null) {
    const scale = denseScale(dense.ranked)
    return {
      method: 'dense',
      candidates: dense.ranked.map(({ chunkId, score }) => ({
        chunkId,
        score: scale(score),
        lexical: null,
        dense: score,
      })),
    }
  }
  const ranked = lexical?.ranked ?? []
  const scale = lexicalScale(ranked)
  return {
    method: 'lexical',
    candidates: ranked.map(({ chunkId, score }) => ({
      chunkId,
      score: scale(score),
      lexical: score,
      dense: null,
    })),
  }
}

async function completeRankings(
  { lexical, dense, plan }: { lexical: LexicalLeg; dense: DenseLeg; plan: SearchPlan },
  { store }: SearchParts,
  signal: AbortSignal,
): Promise<{ lexical: Ranked[]; dense: Ranked[] }> {
  const onlyDense = without(dense.ranked, lexical.ranked)
  const onlyLexical = without(lexical.ranked, dense.ranked)
  const [moreLexical, moreDense] = await Promise.all([
    store.rankLexically(
      {
        collections: plan.collections,
        filter: [],
        terms: lexical.usedTerms,
        limit: onlyDense.length,
        among: onlyDense,
      },
      signal,
    ),
    store.rankDensely(
      {
        collections: plan.denseCollections,
        filter: [],
        vector: dense.vector,
        limit: onlyLexical.length,
        among: onlyLexical,
      },
      signal,
    ),
  ])
  return { lexical: [...lexical.ranked, ...moreLexical.ranked], dense: [...dense.ranked, ...moreDense] }
}

function without(ranked: readonly Ranked[], others: readonly Ranked[]): string[] {
  const known = new Set(others.map(({ chunkId }) => chunkId))
  return ranked.map(({ chunkId }) => chunkId).filter(chunkId => !known.has(chunkId))
}

/** The weighted sum itself: pure, deterministic, ties broken by id. */
export function combine(
  lexical: readonly Ranked[],
  dense: readonly Ranked[],
  weights: { lexical: number; dense: number } = fusionWeights,
): FusedCandidate[] {
  const lexicalScores = new Map(lexical.map(({ chunkId, score }) => [chunkId, score]))
  const denseScores = new Map(dense.map(({ chunkId, score }) => [chunkId, score]))
  const scaleLexical = lexicalScale(lexical)
  const scaleDense = denseScale(dense)
  return [...new Set([...lexicalScores.keys(), ...denseScores.keys()])]
    .map(chunkId => {
      const lexicalScore = lexicalScores.get(chunkId) ?? null
      const denseScore = denseScores.get(chunkId) ?? null
      const score =
        weights.lexical * (lexicalScore === null ? 0 : scaleLexical(lexicalScore)) +
        weights.dense * (denseScore === null ? 0 : scaleDense(denseScore))
      return { chunkId, score, lexical: lexicalScore, dense: denseScore }
    })
    .sort((one, other) => other.score - one.score || (one.chunkId < other.chunkId ? -1 : 1))
}

/** BM25 has a natural zero: no shared word. */
function lexicalScale(ranked: readonly Ranked[]): (score: number) => number {
  const best = Math.max(0, ...ranked.map(({ score }) => score))
  return score => (best === 0 ? 0 : clamp(score / best))
}

/** Cosines of one model crowd together (unrelated texts at about 0.7), so only their spread says something. */
function denseScale(ranked: readonly Ranked[]): (score: number) => number {
  const scores = ranked.map(({ score }) => score)
  const best = Math.max(...scores)
  const worst = Math.min(...scores)
  return score => (best === worst ? 1 : clamp((score - worst) / (best - worst)))
}

function clamp(score: number): number {
  return Math.min(1, Math.max(0, score))
}
