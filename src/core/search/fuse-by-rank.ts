import type { Ranked } from '../model/hit.ts'
import type { FusedCandidate } from './fuse-rankings.ts'

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
