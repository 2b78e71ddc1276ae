import type { CollectionSummary } from '../model/collection.ts'
import { Failure } from '../model/failure.ts'
import { sha256 } from '../model/identity.ts'
import type { Cache } from '../ports/cache.ts'
import type { SearchAnswer, SearchParts, SearchRequest } from './search-request.ts'

export type CacheCount = { description: string; hits: number; misses: number }

type Asked = { request: SearchRequest; collections: readonly CollectionSummary[] }

/** The search walk. */
type SearchWalk = { search(asked: Asked, parts: SearchParts, signal: AbortSignal): Promise<SearchAnswer> }

export type CachedSearch = {
  /** `collections` are the store's collections as they are now. */
  search(asked: Asked, parts: SearchParts, signal: AbortSignal): Promise<SearchAnswer>
  /** Null when there is no cache. */
  count(): CacheCount | null
}

/**
 * Answers a repeated question from the cache. The key contains the whole request, the model and the version of every
 * collection that the request covers, with what was measured of it, so a write invalidates the answer. `walk` loads the search walk on first use.
 */
export function cachedSearch(cache: Cache | null, walk: () => Promise<SearchWalk>): CachedSearch {
  const counts = { hits: 0, misses: 0 }
  return {
    count: () => (cache === null ? null : { description: cache.description, ...counts }),
    async search(asked, parts, signal) {
      if (cache === null) return (await walk()).search(asked, parts, signal)
      const key = keyOf(asked, parts)
      const known = await attempt(cache.get(key))
      if (known.value !== null) {
        counts.hits += 1
        asked.request.onEmbedded?.()
        // SAFETY: only search answers are stored under these keys, as JSON.
        return JSON.parse(known.value) as SearchAnswer
      }
      counts.misses += 1
      const answer = await (await walk()).search(asked, parts, signal)
      // Not cached: the model may answer the next time.
      if (answer.lacksMeaning || answer.isCut) return answer
      const stored = known.failure ?? (await attempt(cache.set(key, JSON.stringify(answer)))).failure
      return stored === null ? answer : { ...answer, warnings: [...answer.warnings, stored.message] }
    },
  }
}

function keyOf({ request, collections }: Asked, { store, embedder, reranker }: SearchParts): string {
  const { onEmbedded: _, meaningBy: __, ...asked } = request
  const versions = collections
    .filter(({ name, scope }) =>
      request.collections === null ? scope === 'shared' : request.collections.includes(name),
    )
    .map(({ name, version, calibration }) => [name, version, calibration])
  return sha256(JSON.stringify([asked, embedder.id, reranker?.id ?? null, store.description, versions]))
}

/** Returns a failure of the cache instead of throwing it: the search continues without the cache. */
async function attempt<T>(work: Promise<T>): Promise<{ value: T | null; failure: Failure | null }> {
  try {
    return { value: await work, failure: null }
  } catch (error) {
    if (error instanceof Failure) return { value: null, failure: error }
    throw error
  }
}
