import { availableParallelism } from 'node:os'
import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type {
  DocumentGroup,
  GroupRequest,
  ProposalQuery,
  Proposals,
  Ranking,
  RankQuery,
} from '../../../core/ports/store.ts'
import { workerPool } from '../../threads/worker-pool.ts'
import { bestKeys, type ComparedChunk, joinLegs, type LexicalLeg } from '../common/join-legs.ts'
import type { ChunkSizes } from './chunk-sizes.ts'
import { type CollectionRow, findCollections } from './collections.ts'
import type { Database } from './database.ts'
import type { DenseCopies } from './dense-copies.ts'
import { type GroupAnswer, groupMemory } from './group-documents.ts'
import type { Postings } from './postings.ts'
import { proposeDocuments } from './propose-documents.ts'
import { rankByVector } from './rank-by-vector.ts'
import { loadTokens, rankLexicalLeg } from './rank-legs.ts'
import {
  isOvertaken,
  type ReaderAnswer,
  type ReaderData,
  type ReaderOrder,
  type Shared,
} from './reader-orders.ts'
import { type ChunkMemory, countChunks, type ScopeKeys } from './scope-keys.ts'
import type { TermCounts } from './term-counts.ts'

/** Runs expensive reads: on this thread for small collections, on worker threads for large ones. */
export type Readers = {
  rank(query: RankQuery, signal: AbortSignal): Promise<Ranking>
  proposeDocuments(query: ProposalQuery, signal: AbortSignal): Promise<Proposals>
  groupDocuments(name: string, request: GroupRequest): Promise<DocumentGroup[]>
  /** Starts the threads for large collections, so that the first query does not wait for them. */
  warm(names: readonly string[]): Promise<void>
  close(): Promise<void>
}

type Tools = {
  database: Database
  scopeKeys: ScopeKeys
  termCounts: TermCounts
  copies: DenseCopies
  sizes: ChunkSizes
  postings: Postings
  chunkMemory: ChunkMemory
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
  const { database, copies, sizes } = tools
  const groups = groupMemory(database)
  const { busyTimeoutMs, fromVectors = defaultFromVectors } = options
  const threads = Math.min(mostThreads, availableParallelism())
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  const pool = workerPool<ReaderOrder, ReaderAnswer>({
    script: new URL(`./reader-worker${extension}`, import.meta.url),
    data: { path: database.path, busyTimeoutMs, memory: copies.arena.memory } satisfies ReaderData,
    size: threads,
    idleMs: null,
    owner: { code: 'STORE', name: 'the store' },
  })

  /** An in-memory store exists on its own connection only. */
  const isLarge = (names: readonly string[]) =>
    database.path !== ':memory:' && Math.max(copies.size(names), sizes.count(names)) >= fromVectors

  function share<Place>(
    names: readonly string[],
    held: { current(collection: CollectionRow): { place(): Place; readonly changes: Int32Array } },
  ): Shared<Place>[] {
    return database.read(() =>
      findCollections(database, names).map(collection => {
        const current = held.current(collection)
        return {
          collectionKey: collection.key,
          version: collection.version,
          place: current.place(),
          changes: current.changes,
          counted: Atomics.load(current.changes, 0),
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

  async function rankWords(query: RankQuery, signal: AbortSignal): Promise<LexicalLeg | null> {
    const { lexical } = query
    if (lexical === null) return null
    await catchUp(sizes, query.collections, signal)
    const asked = { ...query, lexical }
    const here = () => database.read(() => rankLexicalLeg(tools, asked, signal))
    if (!isLarge(query.collections)) return here()
    const order = () => ({
      kind: 'lexical' as const,
      query: asked,
      sizes: share(query.collections, sizes),
    })
    const leg = await readElsewhere(order, signal)
    // SAFETY: the reader answers a lexical order with a LexicalLeg.
    return leg === null ? here() : (leg as LexicalLeg)
  }

  async function rankVectors(
    query: RankQuery,
    signal: AbortSignal,
  ): Promise<readonly ComparedChunk[] | null> {
    const { filter, limit, dense: given } = query
    if (given === null || limit <= 0) return null
    const inScope = new Set(query.collections)
    const dense = { ...given, collections: given.collections.filter(name => inScope.has(name)) }
    await catchUp(copies, dense.collections, signal)
    const asked = { filter, limit, dense }
    const here = () => database.read(() => rankByVector(tools, asked))
    if (!isLarge(dense.collections)) return here()
    const order = () => ({ kind: 'dense' as const, query: asked, copies: share(dense.collections, copies) })
    const ranked = await readElsewhere(order, signal)
    // SAFETY: the reader answers a dense order with compared chunks.
    return ranked === null ? here() : (ranked as ComparedChunk[])
  }

  return {
    async rank(query, signal) {
      throwIfAborted(signal)
      const [dense, lexical] = await Promise.all([rankVectors(query, signal), rankWords(query, signal)])
      return database.read(() => {
        const chunks = lexical === null ? 0 : countChunks(tools, query.collections, [])
        const bits = loadTokens(
          database,
          bestKeys([lexical?.ranked ?? [], dense ?? []], query.tokensPerLeg ?? 0),
        )
        return joinLegs({ lexical, dense, bits }, chunks)
      })
    },
    async proposeDocuments(query, signal) {
      await catchUp(sizes, query.collections, signal)
      const here = () => database.read(() => proposeDocuments(tools, query, signal))
      if (!isLarge(query.collections)) return here()
      const found = await readElsewhere(
        () => ({ kind: 'propose', query, sizes: share(query.collections, sizes) }),
        signal,
      )
      // SAFETY: the reader answers an order for proposals with proposals.
      return found === null ? here() : (found as Proposals)
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
        kind: 'dense' as const,
        query: { filter: [], limit: 0, dense: { collections: [], vector: new Float32Array() } },
        copies: [],
      }
      await Promise.all(Array.from({ length: threads }, () => readElsewhere(() => nothing, never)))
    },
    close: () => pool.close(),
  }
}

async function catchUp(
  held: { catchUp(name: string): Promise<void> },
  names: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (const name of new Set(names)) {
    await held.catchUp(name)
    throwIfAborted(signal)
  }
}

/** The thread ended; the work is done on this thread instead. */
function isGone(error: unknown): boolean {
  return error instanceof Failure && error.code === 'STORE_STOPPED'
}
