import type { Filter } from '../../../core/model/filter.ts'
import { type CollectionRow, countCollection, findCollections } from './collections.ts'
import type { Database } from './database.ts'
import type { DenseCopies } from './dense-copies.ts'
import type { ScopeKeys } from './scope-keys.ts'

/** Chunks of each collection, remembered until it is written to: counting half a million takes 20 ms. */
export type ChunkMemory = Map<number, { version: number; chunks: number }>

type Tools = {
  database: Database
  scopeKeys: ScopeKeys
  copies: Pick<DenseCopies, 'count'>
  chunkMemory: ChunkMemory
}

/** What a ranking over these collections could return at most; filters that were just used cost nothing. */
export function countChunks(tools: Tools, names: readonly string[], filter: Filter): number {
  return findCollections(tools.database, names)
    .map(collection => {
      const scope = tools.scopeKeys.resolve(collection, filter)
      return scope === null ? countAll(tools, collection) : scope.keys.length
    })
    .reduce((sum, count) => sum + count, 0)
}

/** Every chunk has its vector, and who searches by meaning has counted them. */
function countAll({ database, copies, chunkMemory }: Tools, collection: CollectionRow): number {
  const { key, version } = collection
  const counted = copies.count(collection)
  if (counted !== null) return counted
  const known = chunkMemory.get(key)
  if (known?.version === version) return known.chunks
  const { chunks } = countCollection(database, key)
  chunkMemory.set(key, { version, chunks })
  return chunks
}
