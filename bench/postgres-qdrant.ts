/**
 * Compares ranking by vectors in Qdrant with the index of PostgreSQL and with comparing all, at many chunks drawn around real
 * vectors: recall and time under filters of every selectivity, and how long feeding takes. Both servers are started by this
 * command.
 *   npm run measure -- qdrant [--chunks 20000] [--questions 50] [--data <folder with nfcorpus and cranfield>]
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openStore } from '../src/adapters/stores/index.ts'
import { postgresStore } from '../src/adapters/stores/postgres/postgres-store.ts'
import { systemClock } from '../src/app/clock.ts'
import { readConfig } from '../src/app/config/read-config.ts'
import { mean, percentile } from '../src/app/eval/metrics.ts'
import { wire } from '../src/app/wire.ts'
import type { Filter } from '../src/core/model/filter.ts'
import type { Store } from '../src/core/ports/store.ts'
import { testProcess } from '../test/contract/world.ts'
import { type PostgresDatabases, postgresDatabases } from '../test/support/postgres-databases.ts'
import { type QdrantNodes, qdrantNodes } from '../test/support/qdrant-nodes.ts'
import { library, readTexts, type Texts } from './speed/build-library.ts'
import { fillStores } from './speed/fill-stores.ts'

const root = join(import.meta.dirname, '..')
const { values: options } = parseArgs({
  options: {
    chunks: { type: 'string', default: '20000' },
    questions: { type: 'string', default: '50' },
    data: { type: 'string', default: join(root, '../shared/data/retrieval') },
  },
})
const chunks = Number(options.chunks)
const { signal } = new AbortController()
/** What a search takes from each ranking, and what its first page shows. */
const depths = [200, 10]

/** Filters by the share of chunks that match; a document has ten chunks. */
const filters: Record<string, (question: number) => Filter> = {
  'no filter': () => [],
  '50 % (a range)': () => [{ field: 'metadata.a', op: 'between', from: 0, to: 49 }],
  '50 % (a list)': () => [
    { field: 'metadata.a', op: 'one_of', values: Array.from({ length: 50 }, (_, value) => value) },
  ],
  '1 %': question => [{ field: 'metadata.b', op: 'equals', value: question % 100 }],
  '0.01 %': question => [
    { field: 'metadata.a', op: 'equals', value: (question * 37) % 100 },
    { field: 'metadata.b', op: 'equals', value: question % 100 },
  ],
}

const texts = await readTexts(options.data)
const databases = await postgresDatabases()
const home = await mkdtemp(join(tmpdir(), 'quire-qdrant-'))
if (texts === null) console.error(`Skipped: ${options.data} does not hold nfcorpus and cranfield.`)
else if ('reason' in databases) console.error(`Skipped: ${databases.reason}`)
else {
  const node = await qdrantNodes(1)
  try {
    await measure(databases, node, texts)
  } finally {
    await node.stop()
  }
}
if (!('reason' in databases)) await databases.stop()
await rm(home, { recursive: true, force: true })

async function measure(
  databases: PostgresDatabases,
  { nodes, vectors }: QdrantNodes,
  { texts, questions: lists }: Texts,
): Promise<void> {
  const url = await databases.createStore()
  const flags = ['--home', home, '--embedder', 'gte-small', '--cache', 'none', '--store', url]
  const world = testProcess(root, flags)
  const wired = await wire(await readConfig(world), world, { quietLevel: 'error' })
  const qdrant = await openStore(url, { clock: systemClock, vectors })
  const exact = postgresStore({ url, clock: systemClock, indexFrom: Number.POSITIVE_INFINITY })
  const hnsw = postgresStore({ url, clock: systemClock, indexFrom: 1_000 })
  try {
    const { embedder, analyzer } = wired.parts
    await fillStores({ exact }, { chunks, texts, embedder, analyzer }, signal)
    await feed(qdrant, nodes[0]?.pid ?? 0)
    await hnsw.warm()
    await untilIndexed(databases, url)
    const all = lists.flat()
    const step = Math.max(1, Math.floor(all.length / Number(options.questions)))
    const questions = all.filter((_, at) => at % step === 0).slice(0, Number(options.questions))
    const vectorsOf = await wired.parts.embedder.embedDocuments(questions, signal)
    for (const depth of depths) await compare({ qdrant, hnsw, exact }, vectorsOf, depth)
  } finally {
    await qdrant.close()
    await hnsw.close()
    await exact.close()
    await wired.close()
  }
}

async function feed(store: Store, pid: number): Promise<void> {
  const [startedAt, before] = [performance.now(), process.cpuUsage()]
  const theirs = await cpuMs(pid)
  await store.rebuildOuterIndex?.(() => {}, signal)
  const { user, system } = process.cpuUsage(before)
  const seconds = (performance.now() - startedAt) / 1000
  say(
    `${chunks} vectors fed in ${seconds.toFixed(1)} s; CPU: ${((user + system) / 1e6).toFixed(1)} s of Node, ${(((await cpuMs(pid)) - theirs) / 1000).toFixed(1)} s of Qdrant`,
  )
}

async function untilIndexed(databases: PostgresDatabases, url: string): Promise<void> {
  const find =
    "SELECT 1 FROM pg_index JOIN pg_class ON oid = indexrelid WHERE relname ~ '^vectors_hnsw_' AND indisvalid"
  while ((await databases.run(find, url)).length === 0) await pause(500)
}

async function compare(
  stores: Record<'qdrant' | 'hnsw' | 'exact', Store>,
  questions: readonly Float32Array[],
  depth: number,
): Promise<void> {
  const used = async () => (await stores.qdrant.outerIndex?.())?.used ?? 0
  for (let tries = 0; tries < 50 && (await used()) === 0; tries++) {
    await nearest(stores.qdrant, { vector: questions[0] ?? new Float32Array(), filter: [], depth })
    await pause(100)
  }
  for (const [name, filterOf] of Object.entries(filters)) {
    const times = { qdrant: [] as number[], hnsw: [] as number[], exact: [] as number[] }
    const recalls = { qdrant: [] as number[], hnsw: [] as number[] }
    const before = await used()
    for (const [number, vector] of questions.entries()) {
      const found: Record<string, string[]> = {}
      for (const kind of ['qdrant', 'hnsw', 'exact'] as const) {
        const startedAt = performance.now()
        found[kind] = await nearest(stores[kind], { vector, filter: filterOf(number), depth })
        // The first question fills caches.
        if (number > 0) times[kind].push(performance.now() - startedAt)
      }
      const right = found.exact ?? []
      if (right.length === 0) continue
      for (const kind of ['qdrant', 'hnsw'] as const)
        recalls[kind].push(right.filter(id => found[kind]?.includes(id)).length / right.length)
    }
    const shown = Object.entries(times).map(
      ([kind, ms]) => `${kind} ${percentile(ms, 0.5).toFixed(1)} / ${percentile(ms, 0.95).toFixed(1)}`,
    )
    say(
      `best ${depth}, ${name}: recall@10 qdrant ${mean(recalls.qdrant).toFixed(4)}, hnsw ${mean(recalls.hnsw).toFixed(4)} (${recalls.qdrant.length} questions); p50 / p95 ms: ${shown.join(', ')}; Qdrant answered ${(await used()) - before} of ${questions.length}`,
    )
  }
}

type Question = { vector: Float32Array; filter: Filter; depth: number }

/** As a search does: the versions of the collections, then the ranking. */
async function nearest(store: Store, { vector, filter, depth }: Question): Promise<string[]> {
  await store.describeCollections()
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

/** CPU time of a process, from /proc; a clock tick is 10 ms. */
async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0))
}

function say(line: string): void {
  console.log(`${line} [load ${loadavg()[0]?.toFixed(1)}]`)
}
