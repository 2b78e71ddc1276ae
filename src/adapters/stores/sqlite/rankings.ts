import type { Ranked } from '../../../model/hit.ts'
import type { Database } from './database.ts'

const findIds = 'SELECT key, id FROM chunks WHERE key IN (SELECT value FROM json_each(?))'

/** Chunk keys become chunk ids. */
export function nameRanked(database: Database, scored: readonly { key: number; score: number }[]): Ranked[] {
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
