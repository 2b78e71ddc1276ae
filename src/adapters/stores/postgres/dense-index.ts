import type { Clock } from '../../../core/ports/clock.ts'
import { vectorBytes } from './binary-values.ts'
import type { CollectionRow } from './collections.ts'
import type { Database, Sql } from './database.ts'

/** Below this number of chunks, comparing all vectors takes about as long as walking the index. */
export const defaultIndexFrom = 20_000

/** Limit of an HNSW index over `halfvec`. */
const mostDimensions = 4_000
/** Limit of `hnsw.ef_search`: how many candidates a walk keeps. For more, it goes on from what it has left out. */
const mostKept = 1_000
/** At 100,000 chunks 400 find .99 of the ten best; at a million 500 find .66, 1,000 .84 and 3,000 .96 (decision 036). */
const leastCandidates = 500
const chunksPerCandidate = 300
const mostCandidates = 6_000
const buildEffort = 200
/** How long it is believed that a collection has no index. */
const believedMs = 30_000

type IndexedCollection = Pick<CollectionRow, 'key' | 'dimensions' | 'chunks'>

/** The index of vectors by collection. One is built once a collection is large, beside readers and writers. */
export type DenseIndexes = {
  /** Inside a transaction: whether the index of a collection can be used. */
  has(sql: Sql, collection: IndexedCollection): Promise<boolean>
  /** Starts to build the index of a collection that needs one. Errors are ignored: then all vectors are compared. */
  grow(database: Database, collection: IndexedCollection): void
  /** Drops the indexes of collections that no longer exist. */
  tidy(database: Database): void
}

export function denseIndexes({ indexFrom, clock }: { indexFrom: number; clock: Clock }): DenseIndexes {
  const known = new Map<number, true | { missingAt: number }>()
  const works = new Set<string>()
  const isLarge = ({ chunks, dimensions }: IndexedCollection) =>
    chunks >= indexFrom && dimensions <= mostDimensions

  /** One work of a name at a time. */
  function start(name: string, work: () => Promise<void>): void {
    if (works.has(name)) return
    works.add(name)
    void work()
      .catch(() => {})
      .finally(() => works.delete(name))
  }

  return {
    async has(sql, collection) {
      const state = known.get(collection.key)
      if (state === true) return true
      if (!isLarge(collection)) return false
      if (state !== undefined && clock.elapsed() - state.missingAt < believedMs) return false
      const isThere = await isValid(sql, collection.key)
      known.set(collection.key, isThere || { missingAt: clock.elapsed() })
      return isThere
    },
    grow(database, collection) {
      if (!isLarge(collection) || known.get(collection.key) === true) return
      start(`build ${collection.key}`, async () => {
        if (!(await database.read(sql => isValid(sql, collection.key)))) await build(database, collection)
        known.set(collection.key, true)
      })
    },
    tidy: database => start('tidy', () => dropUnused(database)),
  }
}

const nameOf = (key: number) => `vectors_hnsw_${key}`

async function isValid(sql: Sql, key: number): Promise<boolean> {
  const row = await sql.get<{ valid: boolean }>(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass(?)',
    `quire.${nameOf(key)}`,
  )
  return row?.valid === true
}

/** Half as large as `vector`; of length 1, so that no number is out of range and the inner product is the cosine. */
const indexed = (dimensions: number) => `(l2_normalize(vector)::halfvec(${dimensions}))`

/**
 * Two processes may build at once: the second finds the name taken and gives up. An index that was not finished is
 * invalid, is of no use, and is built anew.
 */
async function build(database: Database, collection: IndexedCollection): Promise<void> {
  const { key, dimensions } = collection
  await database.alone(async (sql, session) => {
    const place = await sql.get<{ partition: string }>(
      'SELECT tableoid::regclass::text AS partition FROM quire.vectors WHERE collection = ? LIMIT 1',
      key,
    )
    if (place === undefined) return
    await sql.run(`DROP INDEX CONCURRENTLY IF EXISTS quire.${nameOf(key)}`)
    // Only this statement uses it. A graph that does not fit is built ten times slower. A pooler would leave it on a
    // connection that others get.
    const isOwn = await session.isOwn()
    if (isOwn) await sql.run(allowMemory, buildMemoryKb(collection))
    try {
      await sql.run(`CREATE INDEX CONCURRENTLY ${nameOf(key)} ON ${place.partition}
        USING hnsw (${indexed(dimensions)} halfvec_ip_ops) WITH (ef_construction = ${buildEffort})
        WHERE collection = ${key}`)
    } finally {
      if (isOwn) await sql.run('RESET maintenance_work_mem')
    }
  })
}

/** A setting of the server that is larger is kept. */
const allowMemory = `SELECT set_config('maintenance_work_mem', greatest(setting::bigint, ?::bigint)::text, false)
  FROM pg_settings WHERE name = 'maintenance_work_mem'`
/** More than a database server should give without being asked; a larger graph is built slower. */
const mostBuildMemoryKb = 4 * 1024 * 1024
/** Beside its vector, a node has its neighbours in memory while the graph is built. */
const bytesOfNode = 800

/** What building the graph takes: PostgreSQL uses as much of it as it needs. */
export function buildMemoryKb({
  chunks,
  dimensions,
}: Pick<IndexedCollection, 'chunks' | 'dimensions'>): number {
  const bytes = 1.25 * chunks * (2 * dimensions + bytesOfNode)
  return Math.min(mostBuildMemoryKb, Math.max(64 * 1024, Math.ceil(bytes / 1024)))
}

const findUnused = `SELECT relname AS name FROM pg_class WHERE relnamespace = 'quire'::regnamespace AND relkind = 'i'
  AND relname ~ '^vectors_hnsw_[0-9]+$' AND NOT EXISTS
    (SELECT FROM quire.collections WHERE relname = 'vectors_hnsw_' || collections.key)`

async function dropUnused(database: Database): Promise<void> {
  const unused = await database.read(sql => sql.all<{ name: string }>(findUnused))
  for (const { name } of unused)
    await database.alone(sql => sql.run(`DROP INDEX CONCURRENTLY IF EXISTS quire.${name}`))
}

/** How the nearest chunks are found: by the index, among so many candidates, or by comparing all that match. */
export type DensePlan = { by: 'index'; candidates: number } | { by: 'comparing' }

type DenseRequest = { wanted: number; share: number; chunks: number }

/**
 * The index knows no filter: among its candidates must be enough that match. So it is used when a large part of the
 * collection matches; otherwise few match, and comparing them is exact and takes little time. `share` is the part of the
 * chunks that match, counted. The larger the collection, the more candidates are needed to find the best.
 */
export function planDense({ wanted, share, chunks }: DenseRequest): DensePlan {
  const enough = Math.ceil((1.25 * wanted) / share)
  if (enough > mostKept) return { by: 'comparing' }
  const ofLarge = Math.min(mostCandidates, Math.ceil(chunks / chunksPerCandidate))
  return { by: 'index', candidates: Math.max(leastCandidates, enough, ofLarge) }
}

const walkSettings = "SELECT set_config('hnsw.ef_search', ?, true), set_config('enable_sort', 'off', true)"
/** Since pgvector 0.8. By default it ends after 20,000 vectors, and keeps no more of them than fit into the memory of one sort. */
const goOn = `SELECT set_config('hnsw.iterative_scan', 'relaxed_order', true),
  set_config('hnsw.scan_mem_multiplier', '8', true), set_config('hnsw.max_scan_tuples', '200000', true)`

/**
 * Inside a transaction: the nearest chunks of a collection by its index, with their vectors: the best `wanted` of the
 * candidates that the walk finds. Without sorting them all, the server has no other way than the index; by itself it may compare
 * all, because it estimates badly what it has not analysed. The settings hold to the end of the transaction: other
 * statements of a search sort few rows, or have no other way.
 */
export async function walkIndex(
  sql: Sql,
  { key, dimensions }: IndexedCollection,
  { vector, candidates, wanted = candidates }: { vector: Float32Array; candidates: number; wanted?: number },
): Promise<{ chunk: number; vector: Buffer }[]> {
  await sql.run(walkSettings, String(Math.min(candidates, mostKept)))
  if (candidates > mostKept) await sql.run(goOn)
  // The numbers are part of the statement, because the server compares them with the definition of the index.
  return sql.all<{ chunk: number; vector: Buffer }>(
    `WITH near AS MATERIALIZED (
        SELECT chunk, vector, ${indexed(dimensions)} <#> l2_normalize(?::vector)::halfvec(${dimensions}) AS distance
        FROM quire.vectors WHERE collection = ${key} ORDER BY distance LIMIT ?
      ) SELECT chunk, vector_send(vector) AS vector FROM near ORDER BY distance LIMIT ?`,
    vectorBytes(vector),
    candidates,
    wanted,
  )
}
