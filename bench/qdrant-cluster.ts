/**
 * Three nodes of Qdrant with every shard on two of them, beside PostgreSQL: one node is killed while searches and writes go
 * on. Counts the searches that were answered, by whom, and those whose ten best are not what comparing all finds. All
 * servers are started by this command.
 *   npm run measure -- qdrant-cluster [--chunks 20000] [--seconds 30]
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openStore } from '../src/adapters/stores/index.ts'
import { systemClock } from '../src/app/clock.ts'
import { percentile } from '../src/app/eval/metrics.ts'
import { seededRandom } from '../src/app/eval/seeded-random.ts'
import type { DocumentWrite, Store } from '../src/core/ports/store.ts'
import { collection, idsOf, rankByVector, write } from '../test/conformance/store-fixtures.ts'
import { type PostgresDatabases, postgresDatabases } from '../test/support/postgres-databases.ts'
import { type QdrantNodes, qdrantNodes } from '../test/support/qdrant-nodes.ts'

const { values: options } = parseArgs({
  options: { chunks: { type: 'string', default: '20000' }, seconds: { type: 'string', default: '30' } },
})
const chunks = Number(options.chunks)
const seconds = Number(options.seconds)
const { signal } = new AbortController()
const dimensions = 384
const centres = 200
const random = seededRandom(20261118)
const gaussians = () => Float32Array.from({ length: dimensions }, random.gaussian)
const known = Array.from({ length: centres }, gaussians)
/** Near one of the centres, as the vectors of texts about one thing are. */
const draw = () => random.pick(known).map(value => value + 0.5 * random.gaussian())

const databases = await postgresDatabases()
if ('reason' in databases) console.error(`Skipped: ${databases.reason}`)
else {
  const cluster = await qdrantNodes(3)
  try {
    await measure(databases, cluster)
  } finally {
    await cluster.stop()
    await databases.stop()
  }
}

async function measure(databases: PostgresDatabases, { nodes, vectors }: QdrantNodes): Promise<void> {
  const url = await databases.createStore()
  const store = await openStore(url, { clock: systemClock, vectors })
  const alone = await openStore(url, { clock: systemClock })
  try {
    await store.ensureCollection(collection('notes', { dimensions }))
    for (let number = 0; number < chunks / 10; number += 50)
      await alone.putDocuments(
        Array.from({ length: 50 }, (_, at) => draft(`${number + at}`)),
        signal,
      )
    await store.rebuildOuterIndex?.(() => {}, signal)
    await untilUsed(store)
    await phase('three nodes', { store, alone })
    const victim = nodes[1]
    if (victim === undefined) return
    setTimeout(() => process.kill(victim.pid, 'SIGKILL'), (seconds * 1000) / 2)
    await phase('one of them killed half-way', { store, alone })
    await phase('two nodes', { store, alone })
    console.log(`what quire doctor counts: ${JSON.stringify(await store.checkOuterIndex?.(signal))}`)
  } finally {
    await alone.close()
    await store.close()
  }
}

type Stores = { store: Store; alone: Store }

/** Searches without a pause, and one write a second. Every tenth answer is compared with comparing all. */
async function phase(name: string, { store, alone }: Stores): Promise<void> {
  const until = performance.now() + seconds * 1000
  const before = (await state(store)).used
  const [times, failures]: [number[], string[]] = [[], []]
  let [writes, compared, found, wanted] = [0, 0, 0, 0]
  const writing = (async () => {
    while (performance.now() < until) {
      await alone.putDocument(draft(`live ${writes % 5}`), signal)
      writes += 1
      await pause(1_000)
    }
  })()
  while (performance.now() < until) {
    const vector = draw()
    const startedAt = performance.now()
    try {
      const ids = await search(store, vector)
      times.push(performance.now() - startedAt)
      if (times.length % 10 !== 0) continue
      const { version } = (await alone.describeCollections())[0] ?? {}
      const [again, right] = [await search(store, vector), await search(alone, vector)]
      // Otherwise a write came between.
      if ((await alone.describeCollections())[0]?.version !== version) continue
      compared += 1
      wanted += right.length
      found += right.filter(id => again.includes(id)).length
      if (ids.length < 10) failures.push('fewer than ten')
    } catch (error) {
      failures.push(String(error))
    }
  }
  await writing
  const { used, problem } = await state(store)
  console.log(
    `${name}: ${times.length} searches, ${failures.length} failed${failures.length > 0 ? ` (${failures[0]})` : ''}, ${used - before} answered by Qdrant (with the compared ones); p50 ${percentile(times, 0.5).toFixed(1)}, p95 ${percentile(times, 0.95).toFixed(1)}, longest ${Math.max(...times).toFixed(0)} ms; ${writes} writes; recall@10 of ${compared} compared ${(found / wanted).toFixed(4)}; problem: ${problem ?? 'none'}`,
  )
}

function draft(source: string): DocumentWrite {
  const chunks = Array.from({ length: 10 }, () => ({ text: 'Words', vector: [...draw()] }))
  return write({ collection: 'notes', source, chunks })
}

async function search(store: Store, vector: Float32Array): Promise<string[]> {
  await store.describeCollections()
  return idsOf(await rankByVector(store, { collections: ['notes'], filter: [], limit: 10, vector }, signal))
}

async function state(store: Store) {
  const found = await store.outerIndex?.()
  if (!found) throw new Error('the store has no index outside its database')
  return found
}

async function untilUsed(store: Store): Promise<void> {
  const { used } = await state(store)
  while ((await state(store)).used === used) {
    await search(store, draw())
    await pause(50)
  }
}
