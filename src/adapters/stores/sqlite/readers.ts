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
import { cosine } from '../common/vector-codec.ts'
import type { ChunkSizes } from './chunk-sizes.ts'
import { type CollectionRow, findCollections } from './collections.ts'
import type { Database } from './database.ts'
import type { DenseCopies } from './dense-copies.ts'
import { type GroupAnswer, groupMemory } from './group-documents.ts'
import type { Postings } from './postings.ts'
import { proposeDocuments } from './propose-documents.ts'
import { rankByVector, type VectorQuery } from './rank-by-vector.ts'
import { type LexicalKeys, loadTokens, rankLexicalLeg } from './rank-legs.ts'
import { type EstimatedChunk, type KeyRanking, unpackRankings } from './rankings.ts'
import {
  isOvertaken,
  overtaken,
  type ReaderAnswer,
  type ReaderData,
  type ReaderOrder,
  type Shared,
} from './reader-orders.ts'
import { type ChunkMemory, countChunks, type ScopeKeys } from './scope-keys.ts'
import { isMissingIndex } from './sqlite-failure.ts'
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

  /** Returns where the chunks are named: null when the index of words is missing and only meaning is ranked. */
  async function catchUpNames(query: RankQuery, signal: AbortSignal): Promise<ChunkSizes | null> {
    try {
      await catchUp(sizes, query.collections, signal)
      return sizes
    } catch (error) {
      if (query.lexical === null && isMissingIndex(error)) return null
      throw error
    }
  }

  /** Inside a read transaction. */
  function rankWordsHere(query: RankQuery, signal: AbortSignal): LexicalKeys | null {
    const asked = wordsQuery(query)
    return asked && rankLexicalLeg(tools, asked, signal)
  }

  async function rankWords(query: RankQuery, signal: AbortSignal): Promise<LexicalKeys | null> {
    const asked = wordsQuery(query)
    if (asked === null) return null
    const here = () => database.read(() => rankWordsHere(query, signal))
    if (!isLarge(query.collections)) return here()
    const order = () => ({
      kind: 'lexical' as const,
      query: asked,
      sizes: share(query.collections, sizes),
    })
    const leg = await readElsewhere(order, signal)
    // SAFETY: the reader answers a lexical order with LexicalKeys.
    return leg === null ? here() : (leg as LexicalKeys)
  }

  /** Inside a read transaction. */
  function rankVectorsHere(query: RankQuery): KeyRanking[] | null {
    const asked = vectorQuery(query)
    return asked && rankByVector(tools, asked)
  }

  async function rankVectors(query: RankQuery, signal: AbortSignal): Promise<KeyRanking[] | null> {
    const asked = vectorQuery(query)
    if (asked === null) return null
    const { collections } = asked.dense
    await catchUp(copies, collections, signal)
    const here = () => database.read(() => rankVectorsHere(query))
    if (!isLarge(collections)) return here()
    const order = () => ({ kind: 'dense' as const, query: asked, copies: share(collections, copies) })
    const ranked = await readElsewhere(order, signal)
    // SAFETY: the reader answers a dense order with rankings.
    return ranked === null ? here() : (ranked as KeyRanking[])
  }

  function wordsQuery(query: RankQuery) {
    const { lexical } = query
    return lexical && { ...query, lexical, dense: usesEstimates(query) ? null : query.dense }
  }

  const usesEstimates = (query: RankQuery) => copies.estimates(comparedCollections(query))

  /** Inside a read transaction: adds the vectors that were left out because the copies in memory have them. */
  function fillIn(
    query: RankQuery,
    { lexical, dense }: { lexical: LexicalLeg | null; dense: readonly EstimatedChunk[] | null },
  ): { lexical: LexicalLeg | null; dense: ComparedChunk[] | null } {
    const rows = dense ?? []
    const question = query.dense?.vector
    if (question === undefined || !usesEstimates(query))
      return { lexical, dense: dense && rows.filter(hasVector) }
    const known = new Set(rows.map(({ key }) => key))
    const others = (lexical?.ranked ?? []).flatMap(({ key }) => (known.has(key) ? [] : [key]))
    const missing = rows.flatMap(({ key, vector }) => (vector === null ? [key] : []))
    const collections = findCollections(database, comparedCollections(query))
    const directions = copies.readDirections(collections, [...missing, ...others])
    return {
      dense: rows
        .map(({ key, score, chunkId, documentId, language, vector }) => ({
          key,
          score,
          chunkId,
          documentId,
          language,
          vector: vector ?? directions.get(key) ?? null,
        }))
        .filter(hasVector),
      lexical: lexical && {
        ...lexical,
        compared: others.flatMap(key => {
          const vector = directions.get(key)
          return vector ? [{ key, vector, score: cosine(question, vector) }] : []
        }),
      },
    }
  }

  /** Inside a read transaction. Null when one of the chunks is no longer there. */
  function join(query: RankQuery, names: ChunkSizes | null, { byVector, byWords }: Ranked): Ranking | null {
    const naming = { database, sizes: names }
    const dense = byVector && unpackRankings(naming, byVector, query.limit)
    const ranked = byWords && unpackRankings(naming, byWords.rankings, query.limit)
    if (dense === 'overtaken' || ranked === 'overtaken') return null
    const lexical = byWords && { ranked: ranked ?? [], terms: byWords.terms, compared: byWords.compared }
    const chunks = lexical === null ? 0 : countChunks(tools, query.collections, [])
    const keys = bestKeys([lexical?.ranked ?? [], dense ?? []], query.tokensPerLeg ?? 0)
    const bits = loadTokens(database, keys)
    return joinLegs({ ...fillIn(query, { lexical, dense }), bits }, chunks)
  }

  return {
    async rank(query, signal) {
      throwIfAborted(signal)
      const names = await catchUpNames(query, signal)
      for (let attempt = 1; attempt <= mostAttempts; attempt++) {
        const [byVector, byWords] = await Promise.all([rankVectors(query, signal), rankWords(query, signal)])
        const ranking = database.read(() => join(query, names, { byVector, byWords }))
        if (ranking !== null) return ranking
      }
      const ranking = database.read(() =>
        join(query, names, { byVector: rankVectorsHere(query), byWords: rankWordsHere(query, signal) }),
      )
      if (ranking === null) throw overtaken()
      return ranking
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

/** Both legs, of one state of the store each. */
type Ranked = { byVector: KeyRanking[] | null; byWords: LexicalKeys | null }

function vectorQuery(query: RankQuery): VectorQuery | null {
  const { filter, limit, dense } = query
  if (dense === null || limit <= 0) return null
  return { filter, limit, dense: { ...dense, collections: comparedCollections(query) } }
}

/** The collections that are ranked by meaning too. */
function comparedCollections({ collections, dense }: RankQuery): string[] {
  const inScope = new Set(collections)
  return dense === null ? [] : dense.collections.filter(name => inScope.has(name))
}

function hasVector<Row extends EstimatedChunk>(row: Row): row is Row & ComparedChunk {
  return row.vector !== null
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
