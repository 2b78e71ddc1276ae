import type { Filter } from '../../../model/filter.ts'
import { countCollection, findCollections } from './collections.ts'
import type { Database } from './database.ts'
import type { ScopeKeys } from './scope-keys.ts'

/** What a ranking over these collections could return at most; filters that were just used cost nothing. */
export function countChunks(
  { database, scopeKeys }: { database: Database; scopeKeys: ScopeKeys },
  names: readonly string[],
  filter: Filter,
): number {
  return findCollections(database, names)
    .map(collection => {
      const scope = scopeKeys.resolve(collection, filter)
      return scope === null ? countCollection(database, collection.key).chunks : scope.keys.length
    })
    .reduce((sum, count) => sum + count, 0)
}
