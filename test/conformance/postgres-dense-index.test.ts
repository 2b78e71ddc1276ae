import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../src/adapters/stores/postgres/database.ts'
import { buildMemoryKb, planDense } from '../../src/adapters/stores/postgres/dense-index.ts'
import { postgresStore } from '../../src/adapters/stores/postgres/postgres-store.ts'
import { seededRandom } from '../../src/app/eval/seeded-random.ts'
import type { Filter } from '../../src/core/model/filter.ts'
import { postgresDatabases } from '../support/postgres-databases.ts'
import { collection, idsOf, never, rankByVector, stillClock, write } from './store-fixtures.ts'

test('the index is walked when enough of its candidates match; otherwise all that match are compared', () => {
  const chunks = 100_000
  assert.deepEqual(planDense({ wanted: 74, share: 1, chunks }), { by: 'index', candidates: 500 })
  assert.deepEqual(planDense({ wanted: 264, share: 0.5, chunks }), { by: 'index', candidates: 660 })
  assert.deepEqual(planDense({ wanted: 264, share: 0.01, chunks }), { by: 'comparing' })
  const large = { by: 'index', candidates: 3_334 }
  assert.deepEqual(planDense({ wanted: 74, share: 1, chunks: 1_000_000 }), large)
  assert.deepEqual(planDense({ wanted: 264, share: 0.5, chunks: 1e9 }), { by: 'index', candidates: 6_000 })
  assert.deepEqual(planDense({ wanted: 264, share: 0, chunks }), { by: 'comparing' })
})

test('building gets memory for the whole graph, up to a limit', () => {
  assert.equal(buildMemoryKb({ chunks: 100, dimensions: 384 }), 64 * 1024)
  const million = buildMemoryKb({ chunks: 1_000_000, dimensions: 384 }) / 1024 / 1024
  assert.ok(million > 1.5 && million < 2, `${million} GB`)
  assert.equal(buildMemoryKb({ chunks: 100_000_000, dimensions: 384 }), 4 * 1024 * 1024)
})

const databases = await postgresDatabases()
if ('reason' in databases) test('an index of vectors in PostgreSQL', { skip: databases.reason }, () => {})
else {
  after(() => databases.stop())

  const pooler = process.env.QUIRE_TEST_PGBOUNCER === '1'
  test('a session is known to be its own unless a pooler is between', async context => {
    const database = await openDatabase({ url: await databases.createStore(), busyTimeoutMs: 1_000 })
    context.after(() => database.close())
    assert.equal(await database.alone((_sql, session) => session.isOwn()), !pooler)
  })

  test('a collection that its first write makes large gets its index at once, and no session keeps a setting', async context => {
    const url = await databases.createStore()
    const store = postgresStore({ url, clock: stillClock, indexFrom: 100 })
    context.after(() => store.close())
    await store.ensureCollection(collection('notes'))
    const chunks = Array.from({ length: 100 }, () => ({ text: 'Words' }))
    await store.putDocument(write({ collection: 'notes', source: 'a', chunks }), never)
    const built =
      "SELECT 1 FROM pg_class JOIN pg_index ON indexrelid = oid WHERE relname ~ '^vectors_hnsw_' AND indisvalid"
    for (let tries = 0; (await databases.run(built, url)).length === 0; tries++) {
      assert.ok(tries < 400, 'the index is built')
      await pause(50)
    }
    const database = await openDatabase({ url, busyTimeoutMs: 1_000 })
    context.after(() => database.close())
    const left = () =>
      database.read(sql =>
        sql.get("SELECT 1 FROM pg_settings WHERE name = 'maintenance_work_mem' AND source = 'session'"),
      )
    const sessions = await Promise.all(Array.from({ length: 8 }, left))
    assert.deepEqual(sessions, Array(8).fill(undefined))
  })

  test('a large collection gets an index, and filters of every selectivity find the nearest', async context => {
    const url = await databases.createStore()
    const clock = { ...stillClock, elapsed: () => performance.now() * 1_000 }
    const store = postgresStore({ url, clock, indexFrom: 1_000 })
    const exact = postgresStore({ url, clock, indexFrom: 1_000_000 })
    context.after(async () => {
      await store.close()
      await exact.close()
    })
    const { gaussian } = seededRandom(4)
    const draw = () => Float32Array.from({ length: 16 }, gaussian)
    await store.ensureCollection(collection('notes', { dimensions: 16 }))
    const drafts = Array.from({ length: 200 }, (_, number) =>
      write({
        collection: 'notes',
        source: `${number}`,
        metadata: { half: number % 2, fiftieth: number % 50, one: number },
        chunks: Array.from({ length: 10 }, () => ({ text: 'Words', vector: [...draw()] })),
      }),
    )
    await store.putDocuments(drafts.slice(0, 110), never)
    await store.putDocuments(drafts.slice(110), never)
    const indexes = () =>
      databases.run(
        "SELECT relname FROM pg_class JOIN pg_index ON indexrelid = oid WHERE relname ~ '^vectors_hnsw_' AND indisvalid",
        url,
      )
    assert.equal((await exact.countIndexes('notes')).chunks, 2_000)
    while ((await indexes()).length === 0) await pause(50)
    assert.equal((await store.countIndexes('notes')).hasGraph, true)
    const scans = async () =>
      (
        await databases.run(
          "SELECT idx_scan::int AS scans FROM pg_stat_all_indexes WHERE indexrelname ~ '^vectors_hnsw_'",
          url,
        )
      )[0]?.scans
    const filters: Filter[] = [
      [],
      [{ field: 'metadata.half', op: 'equals', value: 1 }],
      [{ field: 'metadata.fiftieth', op: 'equals', value: 7 }],
      [{ field: 'metadata.one', op: 'equals', value: 7 }],
      [{ field: 'metadata.one', op: 'equals', value: -1 }],
    ]
    for (const filter of filters) {
      let [found, wanted] = [0, 0]
      for (let question = 0; question < 20; question++) {
        const scope = { collections: ['notes'], filter, limit: 10, vector: draw() }
        const [one, other] = [
          await rankByVector(store, scope, never),
          await rankByVector(exact, scope, never),
        ]
        const ids = idsOf(one)
        found += idsOf(other).filter(id => ids.includes(id)).length
        wanted += other.length
        assert.equal(one.length, other.length)
      }
      assert.ok(found >= 0.98 * wanted, `${JSON.stringify(filter)}: ${found} of ${wanted}`)
    }
    // The server reports its statistics late.
    while ((await scans()) === 0) await pause(50)
    await store.deleteCollection('notes')
    while ((await indexes()).length > 0) await pause(50)
    assert.deepEqual(await store.check(never), { ok: true, problems: [] })
  })
}
