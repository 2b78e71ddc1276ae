import type { Ranked } from '../model/hit.ts'
import { fuseByRank } from './fuse-by-rank.ts'
import { type FusedCandidate, fuseRankings } from './fuse-rankings.ts'
import type { SearchPlan } from './plan-search.ts'

type Leg = { ranked: readonly Ranked[] } | null

/** How this search makes one ranking of two. */
export function chooseFusion({ fusion, weights }: Pick<SearchPlan, 'fusion' | 'weights'>) {
  return (lexical: Leg, dense: Leg): FusedCandidate[] =>
    fusion === 'reciprocal'
      ? fuseByRank(lexical?.ranked ?? null, dense?.ranked ?? null)
      : fuseRankings(lexical?.ranked ?? null, dense?.ranked ?? null, weights)
}
