import type { Ranked } from '../model/hit.ts'

/** Scores as the contracts promise them: 0…1, rounded so that they print alike everywhere. */
export function scaleScores(candidates: readonly Ranked[]): Ranked[] {
  return candidates.map(({ chunkId, score }) => ({
    chunkId,
    score: Math.round(Math.min(1, Math.max(0, score)) * 1e6) / 1e6,
  }))
}
