import type { Ranked } from '../../../core/model/hit.ts'
import type { Database } from './database.ts'

const findIds = 'SELECT key, id FROM chunks WHERE key IN (SELECT value FROM json_each(?))'

/** A chunk by its key, before it is named. */
export type ScoredKey = { key: number; score: number }

/** The first `limit` of a sorted list, and all that share the last place: only their ids can tell them apart. */
export function withTies(sorted: readonly ScoredKey[], limit: number): ScoredKey[] {
  const last = sorted[limit - 1]
  return last === undefined ? [...sorted] : sorted.filter(row => row.score >= last.score)
}

/** Chunk keys become chunk ids. */
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

/** One ranking of several: by score, then by id. */
export function mergeRankings(rankings: readonly (readonly Ranked[])[], limit: number): Ranked[] {
  return rankings.flat().sort(bestFirst).slice(0, limit)
}

function bestFirst(a: Ranked, b: Ranked): number {
  if (a.score !== b.score) return b.score - a.score
  return a.chunkId < b.chunkId ? -1 : a.chunkId > b.chunkId ? 1 : 0
}
