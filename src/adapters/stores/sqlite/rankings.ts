import type { Direction } from '../../../core/ports/store.ts'
import { type ChunkName, mergeRankings, type RankedChunk, type ScoredKey } from '../common/merge-rankings.ts'
import type { ChunkSizes } from './chunk-sizes.ts'
import { type CollectionRow, findCollections } from './collections.ts'
import type { Database } from './database.ts'

/** The best chunks of one collection as columns, which cross threads faster than rows. */
export type KeyRanking = {
  collection: string
  keys: Float64Array
  scores: Float64Array
  /** The vector of each; null where it was not read. */
  vectors: (Float32Array | null)[] | null
}

type Row = ScoredKey & { vector?: Float32Array | null }

/** The best of these rows over all collections, including ties for the last place. Each list is sorted, best first. */
export function packRankings(
  lists: readonly { collection: CollectionRow; rows: readonly Row[] }[],
  limit: number,
): KeyRanking[] {
  const scores = lists.flatMap(({ rows }) => rows.map(({ score }) => score))
  const least = scores.length <= limit ? undefined : scores.sort((a, b) => b - a)[limit - 1]
  return lists.map(({ collection, rows }) => {
    const best = least === undefined ? rows : rows.filter(({ score }) => score >= least)
    return {
      collection: collection.name,
      keys: Float64Array.from(best, ({ key }) => key),
      scores: Float64Array.from(best, ({ score }) => score),
      vectors: best.some(({ vector }) => vector) ? best.map(({ vector }) => vector ?? null) : null,
    }
  })
}

export function rowsOf({ keys, scores }: KeyRanking): ScoredKey[] {
  return Array.from(keys, (key, index) => ({ key, score: scores[index] ?? 0 }))
}

/** A chunk in a ranking; the vector is null where the cosine is an estimate. */
export type EstimatedChunk = RankedChunk & { vector: Direction | null }

/**
 * Inside a read transaction: names the chunks and merges the rankings: by score, then by id. `overtaken` when a chunk was
 * deleted since it was ranked: the others would be the ranking of no state of the store. Names that `sizes` does not
 * have are read from the database.
 */
export function unpackRankings(
  { database, sizes }: { database: Database; sizes: Pick<ChunkSizes, 'current'> | null },
  rankings: readonly KeyRanking[],
  limit: number,
): EstimatedChunk[] | 'overtaken' {
  const rows = new Map(
    findCollections(
      database,
      rankings.map(({ collection }) => collection),
    ).map(row => [row.name, row]),
  )
  let isOvertaken = false
  const named = rankings.map(({ collection, keys, scores, vectors }) => {
    const row = rows.get(collection)
    const table = row && sizes?.current(row)
    const found: EstimatedChunk[] = []
    const unknown: (ScoredKey & Pick<EstimatedChunk, 'vector'>)[] = []
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] ?? 0
      const score = scores[index] ?? 0
      const vector = vectors?.[index] ?? null
      const name = table?.nameOf(key) ?? null
      if (name === null) unknown.push({ key, score, vector })
      else {
        const { chunkId, documentId, language } = name
        found.push({ key, score, vector, chunkId, documentId, language })
      }
    }
    if (unknown.length === 0) return found
    const read = nameRanked(database, unknown)
    if (read.length < unknown.length) isOvertaken = true
    return [...found, ...read]
  })
  return isOvertaken ? 'overtaken' : mergeRankings(named, limit)
}

const findNames = `SELECT chunks.key, chunks.id AS chunkId, documents.id AS documentId, language
  FROM chunks JOIN documents ON documents.key = document_key
  WHERE chunks.key IN (SELECT value FROM json_each(?))`

/** Adds to chunk keys what identifies the chunk and its document, as the database has it. */
export function nameRanked<Row extends ScoredKey>(
  database: Database,
  scored: readonly Row[],
): (Row & ChunkName)[] {
  const keys = JSON.stringify(scored.map(({ key }) => key))
  const names = new Map<number, ChunkName>()
  for (const row of database.all<ChunkName>(findNames, keys)) names.set(row.key, row)
  const named: (Row & ChunkName)[] = []
  for (const row of scored) {
    const name = names.get(row.key)
    if (name !== undefined) named.push({ ...row, ...name })
  }
  return named
}
