import type { Candidate } from '../../../core/ports/store.ts'

/** A chunk key with its score. */
export type ScoredKey = { key: number; score: number }

/** What identifies a chunk and its document. */
export type ChunkName = { key: number } & Pick<Candidate, 'chunkId' | 'documentId' | 'language'>

/** A chunk in the ranking of one leg. */
export type RankedChunk = ScoredKey & ChunkName

/** The first `limit` entries of a sorted list, including ties for the last place: ties are broken by id later. */
export function withTies<Row extends ScoredKey>(sorted: readonly Row[], limit: number): Row[] {
  const last = sorted[limit - 1]
  return last === undefined ? [...sorted] : sorted.filter(row => row.score >= last.score)
}

/** Merges rankings: by score, then by id. */
export function mergeRankings<Chunk extends RankedChunk>(
  rankings: readonly (readonly Chunk[])[],
  limit: number,
): Chunk[] {
  return rankings.flat().sort(bestFirst).slice(0, limit)
}

function bestFirst(a: RankedChunk, b: RankedChunk): number {
  if (a.score !== b.score) return b.score - a.score
  return a.chunkId < b.chunkId ? -1 : a.chunkId > b.chunkId ? 1 : 0
}
