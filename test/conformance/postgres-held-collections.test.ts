import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { findCollection } from '../../src/adapters/stores/postgres/collections.ts'
import { openDatabase } from '../../src/adapters/stores/postgres/database.ts'
import { type HeldOptions, heldCollections } from '../../src/adapters/stores/postgres/held-collections.ts'
import { postgresStore } from '../../src/adapters/stores/postgres/postgres-store.ts'
import { seededRandom } from '../../src/app/eval/seeded-random.ts'
import { postgresDatabases } from '../support/postgres-databases.ts'
import { stillClock as clock, collection, never, rankByVector, write } from './store-fixtures.ts'

const databases = await postgresDatabases()
if ('reason' in databases) test('held collections', { skip: databases.reason }, () => {})
else {
  after(() => databases.stop())

  const server = databases
  const { gaussian, pick } = seededRandom(3)
  const draft = (source: string, count: number, draw = () => Array.from({ length: 4 }, gaussian)) =>
    write({
      collection: 'notes',
      source,
      chunks: Array.from({ length: count }, () => ({
        text: 'Words',
        vector: draw(),
      })),
    })

  async function open(context: TestContext, options: Partial<HeldOptions> = {}) {
    const url = await server.createStore()
    const store = postgresStore({ url, clock })
    const database = await openDatabase({ url, busyTimeoutMs: 1_000 })
    const held = heldCollections({ read: database.read, from: 1, mostBytes: 1e9, ...options })
    context.after(async () => {
      await held.close()
      await database.close()
      await store.close()
    })
    await store.ensureCollection(collection('notes'))
    /** In a snapshot of now, or in one that is open already. */
    const current = () =>
      database.read(async sql => {
        const row = await findCollection(sql, 'notes')
        assert.ok(row)
        const found = await held.current(sql, row)
        assert.ok(found === null || found.version === row.version)
        return found
      })
    return { url, store, database, held, current }
  }
  test('nothing is held before a server begins, and then what is searched', async context => {
    const { store, held, current } = await open(context)
    await store.putDocument(draft('a', 30), never)
    assert.equal(await current(), null)
    await held.warm([])
    assert.equal(await current(), null)
    await held.settled()
    assert.equal((await current())?.dense?.size, 30)
  })

  test('what others write is read by the next search; much of it beside the searches', async context => {
    const { store, held, current } = await open(context)
    await held.warm([])
    await store.putDocument(draft('a', 30), never)
    await current()
    await held.settled()
    await store.putDocument(draft('b', 20), never)
    assert.equal((await current())?.dense?.size, 50)
    await store.deleteDocument('notes/a')
    assert.equal((await current())?.dense?.size, 20)
    await store.putDocument(draft('c', 2_500), never)
    assert.equal(await current(), null)
    await held.settled()
    assert.equal((await current())?.dense?.size, 2_520)
  })

  test('a search whose snapshot is older than what is held asks the database', async context => {
    const { store, database, held, current } = await open(context)
    await held.warm([])
    await store.putDocument(draft('a', 30), never)
    await current()
    await held.settled()
    await database.read(async sql => {
      const row = await findCollection(sql, 'notes')
      assert.ok(row)
      await store.putDocument(draft('b', 20), never)
      assert.equal((await current())?.dense?.size, 50)
      assert.equal(await held.current(sql, row), null)
    })
  })

  test('what is held is read anew when a version was not noted', async context => {
    const { url, store, held, current } = await open(context)
    await held.warm([])
    await store.putDocument(draft('a', 30), never)
    await current()
    await held.settled()
    await databases.run('UPDATE quire.collections SET version = version + 1', url)
    assert.equal(await current(), null)
    await held.settled()
    assert.equal((await current())?.dense?.size, 30)
  })

  test('vectors that would take too much memory are not held, and the one that was searched last stays', async context => {
    const bytes = 40 * Math.ceil(1.125 * 4 + 40)
    const { store, held, current, database } = await open(context, { mostBytes: bytes })
    await held.warm([])
    await store.putDocument(draft('a', 30), never)
    await current()
    await held.settled()
    assert.equal((await current())?.dense?.size, 30)
    await store.ensureCollection(collection('others'))
    const others = draft('o', 30)
    await store.putDocument(
      { ...others, document: { ...others.document, id: 'o', collection: 'others' } },
      never,
    )
    const currentOthers = () =>
      database.read(async sql => {
        const row = await findCollection(sql, 'others')
        return row === undefined ? null : held.current(sql, row)
      })
    await currentOthers()
    await held.settled()
    assert.equal((await currentOthers())?.dense?.size, 30)
    await store.putDocument(draft('b', 20), never)
    assert.equal(await current(), null)
    await held.settled()
    assert.equal((await current())?.dense, null)
  })

  test('of a large collection, the nearest are those of comparing all', async context => {
    const { url, store, held } = await open(context)
    await held.close()
    await store.deleteCollection('notes')
    await store.ensureCollection(collection('notes', { dimensions: 64 }))
    const centres = Array.from({ length: 60 }, () => Array.from({ length: 64 }, gaussian))
    const draw = () => pick(centres).map(number => number + 0.5 * gaussian())
    const holding = postgresStore({ url, clock })
    context.after(() => holding.close())
    for (let number = 0; number < 6; number++) await store.putDocument(draft(`${number}`, 2_000, draw), never)
    await holding.warm()
    for (let question = 0; question < 10; question++) {
      const asked = { collections: ['notes'], filter: [], limit: 10, vector: Float32Array.from(draw()) }
      const found = await rankByVector(holding, asked, never)
      assert.deepEqual(found, await rankByVector(store, asked, never))
    }
  })
}
