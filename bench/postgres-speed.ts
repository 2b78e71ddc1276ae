/**
 * Compares PostgreSQL with SQLite at many chunks, drawn around real vectors: ranking by vectors under filters of every
 * selectivity, with its recall, and hybrid search. PostgreSQL is started by this command.
 *   npm run measure -- postgres-speed [--chunks 100000] [--questions 50] [--data <folder with nfcorpus and cranfield>]
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { defaultIndexFrom } from '../src/adapters/stores/postgres/dense-index.ts'
import { postgresStore } from '../src/adapters/stores/postgres/postgres-store.ts'
import { systemClock } from '../src/app/clock.ts'
import { readConfig } from '../src/app/config/read-config.ts'
import { mean, percentile } from '../src/app/eval/metrics.ts'
import { type Wired, wire } from '../src/app/wire.ts'
import type { Filter } from '../src/core/model/filter.ts'
import type { Store } from '../src/core/ports/store.ts'
import { testProcess } from '../test/contract/world.ts'
import { type PostgresDatabases, postgresDatabases } from '../test/support/postgres-databases.ts'
import { library, readTexts, type Texts } from './speed/build-library.ts'
import { fillStores } from './speed/fill-stores.ts'

const root = join(import.meta.dirname, '..')
const { values: options } = parseArgs({
  options: {
    chunks: { type: 'string', default: '100000' },
    questions: { type: 'string', default: '50' },
    data: { type: 'string', default: join(root, '../shared/data/retrieval') },
  },
})
const chunks = Number(options.chunks)
const { signal } = new AbortController()
/** As in `bench/speed`: what a search takes from each ranking. */
const depth = 200

/** Filters by the share of chunks that match; a document has ten chunks. */
const filters: Record<string, (question: number) => Filter> = {
  'no filter': () => [],
  '50 %': () => [{ field: 'metadata.a', op: 'between', from: 0, to: 49 }],
  '1 %': question => [{ field: 'metadata.b', op: 'equals', value: question % 100 }],
  'one document': question => [{ field: 'source', op: 'equals', value: `bench/${question * 7}.md` }],
}

const texts = await readTexts(options.data)
const databases = await postgresDatabases()
const home = await mkdtemp(join(tmpdir(), 'quire-postgres-speed-'))
if (texts === null) console.error(`Skipped: ${options.data} does not hold nfcorpus and cranfield.`)
else if ('reason' in databases) console.error(`Skipped: ${databases.reason}`)
else
  try {
    await measure(databases, texts)
  } finally {
    await databases.stop()
    await rm(home, { recursive: true, force: true })
  }

async function measure(databases: PostgresDatabases, { texts, questions: lists }: Texts): Promise<void> {
  const url = await databases.createStore()
  const postgres = await open(['--store', url])
  const sqlite = await open([])
  const exact = postgresStore({ url, clock: systemClock, indexFrom: Number.POSITIVE_INFINITY })
  try {
    await build({ postgres, sqlite }, texts)
    await untilIndexed(databases, url)
    // As a server does that starts.
    await postgres.parts.store.warm()
    await sqlite.parts.store.warm()
    const all = lists.flat()
    const step = Math.max(1, Math.floor(all.length / Number(options.questions)))
    const questions = all.filter((_, at) => at % step === 0).slice(0, Number(options.questions))
    const pids = () => backends(databases, url)
    await compareDense({ postgres, sqlite, exact }, questions)
    await compareHybrid({ postgres, sqlite }, questions, pids)
    const [row] = await databases.run('SELECT pg_database_size(current_database()) AS bytes', url)
    console.log(
      `database: ${megabytes(Number(row?.bytes))}; this process: ${megabytes(process.memoryUsage().rss)}`,
    )
  } finally {
    await exact.close()
    await sqlite.close()
    await postgres.close()
  }
}

async function open(flags: string[]): Promise<Wired> {
  const world = testProcess(root, ['--home', home, '--embedder', 'gte-small', '--cache', 'none', ...flags])
  return wire(await readConfig(world), world, { quietLevel: 'error' })
}

async function build(wired: Record<'postgres' | 'sqlite', Wired>, texts: Texts['texts']): Promise<void> {
  const { embedder, analyzer } = wired.postgres.parts
  const stores = { postgres: wired.postgres.parts.store, sqlite: wired.sqlite.parts.store }
  const spent = await fillStores(stores, { chunks, texts, embedder, analyzer }, signal)
  for (const [name, ms] of spent) say(`${name}: ${chunks} chunks stored in ${(ms / 1000).toFixed(0)} s`)
}

/** The index was begun by the write that made the collection large. */
async function untilIndexed(databases: PostgresDatabases, url: string): Promise<void> {
  if (chunks < defaultIndexFrom) return
  const startedAt = performance.now()
  const find =
    "SELECT 1 FROM pg_index JOIN pg_class ON oid = indexrelid WHERE relname ~ '^vectors_hnsw_' AND indisvalid"
  while ((await databases.run(find, url)).length === 0) await pause(500)
  say(`waited ${((performance.now() - startedAt) / 1000).toFixed(0)} s for the index after the last write`)
}

type Ranker = Pick<Store, 'rank'>

async function compareDense(
  { postgres, sqlite, exact }: Record<'postgres' | 'sqlite', Wired> & { exact: Ranker },
  questions: readonly string[],
): Promise<void> {
  const rankers = { postgres: postgres.parts.store, sqlite: sqlite.parts.store, exact }
  for (const [name, filterOf] of Object.entries(filters)) {
    const times = { postgres: [] as number[], sqlite: [] as number[], exact: [] as number[] }
    const recalls: number[] = []
    for (const [number, text] of questions.entries()) {
      const vector = await postgres.parts.embedder.embedQuery(text, signal)
      const found: Record<string, string[]> = {}
      for (const kind of ['postgres', 'sqlite', 'exact'] as const) {
        const startedAt = performance.now()
        found[kind] = await nearest(rankers[kind], { vector, filter: filterOf(number) })
        // The first question fills caches.
        if (number > 0) times[kind].push(performance.now() - startedAt)
      }
      const right = found.exact ?? []
      if (right.length > 0)
        recalls.push(right.filter(id => found.postgres?.includes(id)).length / right.length)
    }
    say(
      `by vectors, ${name}: recall@10 ${mean(recalls).toFixed(4)}, ${Object.entries(times)
        .map(
          ([kind, ms]) =>
            `${kind} p50 ${percentile(ms, 0.5).toFixed(1)} p95 ${percentile(ms, 0.95).toFixed(1)} ms`,
        )
        .join(', ')}`,
    )
  }
}

async function nearest(
  store: Ranker,
  { vector, filter }: { vector: Float32Array; filter: Filter },
): Promise<string[]> {
  const dense = { vector, collections: [library] }
  const { candidates } = await store.rank(
    { collections: [library], filter, limit: depth, lexical: null, dense },
    signal,
  )
  return candidates
    .toSorted((one, other) => (other.dense ?? 0) - (one.dense ?? 0) || (one.chunkId < other.chunkId ? -1 : 1))
    .slice(0, 10)
    .map(({ chunkId }) => chunkId)
}

async function compareHybrid(
  wired: Record<'postgres' | 'sqlite', Wired>,
  questions: readonly string[],
  pids: () => Promise<readonly string[]>,
): Promise<void> {
  const times = { postgres: [] as number[], sqlite: [] as number[] }
  const cpu = { postgres: 0, sqlite: 0 }
  for (const [number, text] of questions.entries())
    for (const kind of ['postgres', 'sqlite'] as const) {
      const before = await cpuMs(await pids())
      const startedAt = performance.now()
      await wired[kind].engine.search(
        { collections: [library], text, limit: 10, mode: 'hybrid', filter: [], sort: 'relevance' },
        signal,
      )
      const ms = performance.now() - startedAt
      if (number === 0) continue
      times[kind].push(ms)
      cpu[kind] += (await cpuMs(await pids())) - before
    }
  const p50 = { postgres: percentile(times.postgres, 0.5), sqlite: percentile(times.sqlite, 0.5) }
  for (const kind of ['postgres', 'sqlite'] as const)
    say(
      `hybrid, ${kind}: p50 ${p50[kind].toFixed(1)} p95 ${percentile(times[kind], 0.95).toFixed(1)} ms, ${(cpu[kind] / times[kind].length).toFixed(0)} ms of CPU (Node and PostgreSQL)`,
    )
  say(`hybrid: PostgreSQL ÷ SQLite ${(p50.postgres / p50.sqlite).toFixed(2)} (p50, wall)`)
}

/** Processes of the server that work for this database. */
async function backends(databases: PostgresDatabases, url: string): Promise<string[]> {
  const rows = await databases.run(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'quire'",
    url,
  )
  return rows.map(({ pid }) => String(pid))
}

/** CPU time of this process and of these, from /proc; a clock tick is 10 ms. */
async function cpuMs(pids: readonly string[]): Promise<number> {
  const { user, system } = process.cpuUsage()
  let ticks = 0
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
  }
  return (user + system) / 1000 + 10 * ticks
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}

function say(line: string): void {
  console.log(`${line} [load ${loadavg()[0]?.toFixed(1)}]`)
}
