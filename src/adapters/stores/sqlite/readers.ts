import { availableParallelism } from 'node:os'
import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { Ranked } from '../../../core/model/hit.ts'
import type {
  DenseQuery,
  DocumentGroup,
  GroupRequest,
  LexicalQuery,
  LexicalRanking,
} from '../../../core/ports/store.ts'
import { workerPool } from '../../threads/worker-pool.ts'
import { findCollections } from './collections.ts'
import type { Database } from './database.ts'
import type { DenseCopies } from './dense-copies.ts'
import { type GroupAnswer, groupMemory } from './group-documents.ts'
import { type LexicalWeights, rankByTerms } from './rank-by-terms.ts'
import { rankByVector } from './rank-by-vector.ts'
import {
  isOvertaken,
  type ReaderAnswer,
  type ReaderData,
  type ReaderOrder,
  type SharedCopy,
} from './reader-orders.ts'
import type { ScopeKeys } from './scope-keys.ts'
import type { TermCounts } from './term-counts.ts'

/** Runs expensive reads: on this thread for small collections, on worker threads for large ones. */
export type Readers = {
  rankByTerms(query: LexicalQuery, signal: AbortSignal): Promise<LexicalRanking>
  rankByVector(query: DenseQuery, signal: AbortSignal): Promise<Ranked[]>
  groupDocuments(name: string, request: GroupRequest): Promise<DocumentGroup[]>
  /** Starts the threads for large collections, so that the first query does not wait for them. */
  warm(names: readonly string[]): Promise<void>
  close(): Promise<void>
}

type Tools = {
  database: Database
  scopeKeys: ScopeKeys
  termCounts: TermCounts
  weights: LexicalWeights
  copies: DenseCopies
}

export type ReaderOptions = {
  busyTimeoutMs: number
  /** From this many vectors on, ranking runs on another thread: it takes some milliseconds. */
  fromVectors?: number
}

const never = new AbortController().signal
const defaultFromVectors = 20_000
/** Each has a page cache of up to 32 MB. */
const mostThreads = 8
/** A ranking that was overtaken by a write is repeated, and after this many attempts runs on this thread. */
const mostAttempts = 3

export function readers(tools: Tools, options: ReaderOptions): Readers {
  const { database, copies, weights } = tools
  const groups = groupMemory(database)
  const { busyTimeoutMs, fromVectors = defaultFromVectors } = options
  const threads = Math.min(mostThreads, availableParallelism())
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  const pool = workerPool<ReaderOrder, ReaderAnswer>({
    script: new URL(`./reader-worker${extension}`, import.meta.url),
    data: { path: database.path, busyTimeoutMs, weights, memory: copies.arena.memory } satisfies ReaderData,
    size: threads,
    idleMs: null,
    owner: { code: 'STORE', name: 'the store' },
  })

  /** An in-memory store exists on its own connection only. */
  const isLarge = (names: readonly string[]) =>
    database.path !== ':memory:' && copies.size(names) >= fromVectors

  function share(names: readonly string[]): SharedCopy[] {
    return database.read(() =>
      findCollections(database, names).map(collection => {
        const copy = copies.current(collection)
        return {
          collectionKey: collection.key,
          version: collection.version,
          place: copy.place(),
          changes: copy.changes,
          counted: Atomics.load(copy.changes, 0),
        }
      }),
    )
  }

  async function readElsewhere(order: () => ReaderOrder, signal: AbortSignal): Promise<ReaderAnswer | null> {
    for (let attempt = 1; attempt <= mostAttempts; attempt++)
      try {
        return await pool.run(order, signal)
      } catch (error) {
        if (isGone(error)) return null
        if (!isOvertaken(error)) throw error
      }
    return null
  }

  return {
    async rankByTerms(query, signal) {
      const here = () => database.read(() => rankByTerms(tools, query, signal))
      if (!isLarge(query.collections)) return here()
      const ranked = await readElsewhere(() => ({ kind: 'lexical', query }), signal)
      // SAFETY: the reader answers a lexical order with a LexicalRanking.
      return ranked === null ? here() : (ranked as LexicalRanking)
    },
    async rankByVector(query, signal) {
      if (query.limit <= 0) return []
      for (const name of new Set(query.collections)) {
        await copies.catchUp(name)
        throwIfAborted(signal)
      }
      const here = () => database.read(() => rankByVector(tools, query))
      if (!isLarge(query.collections)) return here()
      const order = () => ({ kind: 'dense' as const, query, copies: share(query.collections) })
      const ranked = await readElsewhere(order, signal)
      // SAFETY: the reader answers a dense order with a ranking.
      return ranked === null ? here() : (ranked as Ranked[])
    },
    async groupDocuments(name, request) {
      const known = database.read(() => groups.recall(name, request))
      if (known !== null) return known
      const here = () => database.read(() => groups.group(name, request).groups)
      if (!isLarge([name])) return here()
      const answer = await readElsewhere(() => ({ kind: 'group', name, request }), never)
      if (answer === null) return here()
      // SAFETY: the reader answers an order for groups with groups.
      const found = answer as GroupAnswer
      groups.remember(found)
      return found.groups
    },
    async warm(names) {
      if (!isLarge(names)) return
      const nothing = {
        kind: 'lexical' as const,
        query: { collections: [], filter: [], terms: [], limit: 0 },
      }
      await Promise.all(Array.from({ length: threads }, () => readElsewhere(() => nothing, never)))
    },
    close: () => pool.close(),
  }
}

/** The thread ended; the work is done on this thread instead. */
function isGone(error: unknown): boolean {
  return error instanceof Failure && error.code === 'STORE_STOPPED'
}
