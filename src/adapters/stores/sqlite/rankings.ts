import type { Ranked } from '../../../core/model/hit.ts'
import type { Database } from './database.ts'

const findIds = 'SELECT key, id FROM chunks WHERE key IN (SELECT value FROM json_each(?))'

/** A chunk key with its score. */
export type ScoredKey = { key: number; score: number }

/** The first `limit` entries of a sorted list, including ties for the last place: ties are broken by id later. */
export function withTies(sorted: readonly ScoredKey[], limit: number): ScoredKey[] {
  const last = sorted[limit - 1]
  return last === undefined ? [...sorted] : sorted.filter(row => row.score >= last.score)
}

/** Replaces chunk keys by chunk ids. */
export function nameRanked(database: Database, scored: readonly ScoredKey[]): Ranked[] {
  const rows = database.all<{ key: number; id: string }>(
    findIds,
    JSON.stringify(scored.map(({ key }) => key)),
  )
  const ids = new Map(rows.map(({ key, id }) => [key, id]))
  return scored.flatMap(({ key, score }) => {
    const chunkId = ids.get(key)
    return chunkId === undefined ? [] : [{ chunkId, score }]
  })
}

/** Merges rankings: by score, then by id. */
export function mergeRankings(rankings: readonly (readonly Ranked[])[], limit: number): Ranked[] {
  return rankings.flat().sort(bestFirst).slice(0, limit)
}

function bestFirst(a: Ranked, b: Ranked): number {
  if (a.score !== b.score) return b.score - a.score
  return a.chunkId < b.chunkId ? -1 : a.chunkId > b.chunkId ? 1 : 0
}
