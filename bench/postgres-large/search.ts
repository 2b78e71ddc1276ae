import { loadavg } from 'node:os'
import { openDatabase } from '../../src/adapters/stores/postgres/database.ts'
import { walkIndex } from '../../src/adapters/stores/postgres/dense-index.ts'
import { postgresStore } from '../../src/adapters/stores/postgres/postgres-store.ts'
import { systemClock } from '../../src/app/clock.ts'
import { mean, percentile } from '../../src/app/eval/metrics.ts'
import type { Wired } from '../../src/app/wire.ts'
import type { Filter } from '../../src/core/model/filter.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { runSql } from '../../test/support/run-sql.ts'
import { library } from '../speed/build-library.ts'

/** What a search takes from each ranking. */
const depth = 200
const best = 10

/** Filters by the share of chunks that match. */
const filters: Record<string, (question: number) => Filter> = {
  'no filter': () => [],
  '50 %': () => [{ field: 'metadata.a', op: 'between', from: 0, to: 49 }],
  '1 %': question => [{ field: 'metadata.b', op: 'equals', value: question % 100 }],
  '.01 %': question => [
    { field: 'metadata.a', op: 'equals', value: (question * 37) % 100 },
    { field: 'metadata.b', op: 'equals', value: question % 100 },
  ],
}

const curve = [40, 100, 200, 300, 400, 500, 700, 1_000, 2_000, 3_000, 6_000]

type Place = { url: string; questions: readonly string[] }

export async function measureLarge(wired: Wired, { url, questions }: Place, signal: AbortSignal) {
  const { store, embedder } = wired.parts
  // Which holds nothing in memory, because it was not warmed.
  const command = postgresStore({ url, clock: systemClock })
  const exact = postgresStore({ url, clock: systemClock, indexFrom: Number.POSITIVE_INFINITY })
  try {
    await hold(store)
    const vectors: Float32Array[] = []
    for (const text of questions) vectors.push(await embedder.embedQuery(text, signal))
    await reportSizes(url)
    const truth: string[][] = []
    for (const [name, filterOf] of Object.entries(filters)) {
      const recalls = { server: [] as number[], command: [] as number[] }
      const times = { server: [] as number[], command: [] as number[], exact: [] as number[] }
      for (const [number, vector] of vectors.entries()) {
        const query = { vector, filter: filterOf(number) }
        const bySearch = {
          server: await timed(times.server, () => nearest(store, query, signal)),
          command: await timed(times.command, () => nearest(command, query, signal)),
        }
        const right = await timed(times.exact, () => nearest(exact, query, signal))
        if (name === 'no filter') truth.push(right)
        if (right.length === 0) continue
        recalls.server.push(shareOf(right, bySearch.server))
        recalls.command.push(shareOf(right, bySearch.command))
      }
      const found = Object.entries(recalls).map(([kind, all]) => `${kind} ${mean(all).toFixed(4)}`)
      const shown = Object.entries(times).map(([kind, ms]) => `${kind} ${percentiles(ms.slice(1))}`)
      say(`${name}: recall@10 ${found.join(', ')} of ${recalls.server.length} questions; ${shown.join(', ')}`)
    }
    await measureCurve(url, vectors, truth)
    await measureHybrid(wired, questions, signal)
  } finally {
    await command.close()
    await exact.close()
  }
}

/** As a server does that starts: it loads what it will search into memory. */
async function hold(store: Store): Promise<void> {
  const startedAt = performance.now()
  await store.warm()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  say(
    `loaded into memory in ${seconds} s; this process has ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB`,
  )
}

async function nearest(
  store: Pick<Store, 'rank'>,
  { vector, filter }: { vector: Float32Array; filter: Filter },
  signal: AbortSignal,
): Promise<string[]> {
  const dense = { vector, collections: [library] }
  const { candidates } = await store.rank(
    { collections: [library], filter, limit: depth, lexical: null, dense },
    signal,
  )
  return candidates
    .toSorted((one, other) => (other.dense ?? 0) - (one.dense ?? 0) || (one.chunkId < other.chunkId ? -1 : 1))
    .slice(0, best)
    .map(({ chunkId }) => chunkId)
}

/** The walk alone, with every number of candidates; the ten best of them by their whole vectors are what a search sees. */
async function measureCurve(url: string, vectors: readonly Float32Array[], truth: readonly string[][]) {
  const database = await openDatabase({ url, busyTimeoutMs: 60_000 })
  const [collection] = await runSql(url, `SELECT * FROM quire.collections WHERE name = '${library}'`)
  const place = {
    key: Number(collection?.key),
    dimensions: Number(collection?.dimensions),
    chunks: Number(collection?.chunks),
  }
  try {
    for (const candidates of curve) {
      const recalls: number[] = []
      const times: number[] = []
      for (const [number, vector] of vectors.entries()) {
        const rows = await timed(times, () =>
          database.read(sql => walkIndex(sql, place, { vector, candidates })),
        )
        const ids = new Set(
          await database
            .read(sql =>
              sql.all<{ id: string }>(
                'SELECT id FROM quire.chunks WHERE collection = ? AND key = ANY(?::bigint[])',
                place.key,
                rows.map(({ chunk }) => chunk),
              ),
            )
            .then(found => found.map(({ id }) => id)),
        )
        const right = truth[number] ?? []
        recalls.push(right.filter(id => ids.has(id)).length / Math.max(1, right.length))
      }
      say(`${candidates} candidates: recall@10 ${mean(recalls).toFixed(4)}, ${percentiles(times.slice(1))}`)
    }
  } finally {
    await database.close()
  }
}

async function measureHybrid({ engine }: Wired, questions: readonly string[], signal: AbortSignal) {
  const times: number[] = []
  const before = process.memoryUsage.rss()
  for (const text of questions)
    await timed(times, () =>
      engine.search(
        { collections: [library], text, limit: best, mode: 'hybrid', filter: [], sort: 'relevance' },
        signal,
      ),
    )
  const megabytes = [before, process.memoryUsage.rss()].map(bytes => (bytes / 1e6).toFixed(0))
  say(`hybrid search: ${percentiles(times.slice(1))}; memory of this process ${megabytes.join(' → ')} MB`)
}

const sizes = `SELECT regexp_replace(relname, '_[0-9]+$', '') AS part,
    sum(pg_relation_size(oid) + coalesce(pg_total_relation_size(nullif(reltoastrelid, 0)), 0))::bigint AS bytes
  FROM pg_class WHERE relnamespace = 'quire'::regnamespace AND relkind IN ('r', 'i', 'm')
  GROUP BY 1 ORDER BY 2 DESC LIMIT 14`

async function reportSizes(url: string): Promise<void> {
  const [row] = await runSql(url, 'SELECT pg_database_size(current_database()) AS bytes')
  const parts = await runSql(url, sizes)
  const megabytes = (bytes: unknown) => `${(Number(bytes) / 1e6).toFixed(0)} MB`
  say(`database: ${megabytes(row?.bytes)}`)
  for (const { part, bytes } of parts) console.log(`  ${part}: ${megabytes(bytes)}`)
}

async function timed<T>(times: number[], work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const value = await work()
  times.push(performance.now() - startedAt)
  return value
}

function shareOf(right: readonly string[], found: readonly string[]): number {
  return right.filter(id => found.includes(id)).length / right.length
}

function percentiles(ms: number[]): string {
  return `p50 ${percentile(ms, 0.5).toFixed(0)} p95 ${percentile(ms, 0.95).toFixed(0)} ms`
}

function say(line: string): void {
  console.log(`${line} [load ${loadavg()[0]?.toFixed(1)}]`)
}
