import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type QdrantNode, startQdrant } from '../../scripts/services/start-qdrant.ts'
import { grantRole, type OuterOptions, openStore } from '../../src/adapters/stores/index.ts'
import { openDatabase } from '../../src/adapters/stores/postgres/database.ts'
import { seededRandom } from '../../src/app/eval/seeded-random.ts'
import type { Filter } from '../../src/core/model/filter.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { type PostgresDatabases, postgresDatabases } from '../support/postgres-databases.ts'
import { slow } from '../support/slow.ts'
import { collection, idsOf, never, rankByVector, stillClock, write } from './store-fixtures.ts'

const qdrant = await startQdrant(line => process.stderr.write(`${line}\n`)).catch((error: Error) => error)
const databases = qdrant instanceof Error ? { reason: qdrant.message } : await postgresDatabases()
if ('reason' in databases) test('Qdrant beside PostgreSQL', { skip: databases.reason }, () => {})
else if (!(qdrant instanceof Error)) {
  after(async () => {
    await databases.stop()
    await qdrant.stop()
  })
  testIndex(databases, qdrant)
}

const { gaussian } = seededRandom(7)
const draw = () => Float32Array.from({ length: 16 }, gaussian)

/** A document of five chunks with random vectors. */
function draft(source: string, metadata: Record<string, string | number> = {}) {
  const chunks = Array.from({ length: 5 }, () => ({ text: 'Words', vector: [...draw()] }))
  return write({ collection: 'notes', source, metadata, chunks })
}

/** As a search does: the versions of the collections, then the ranking. */
async function search(store: Store, vector: Float32Array, filter: Filter = []): Promise<string[]> {
  await store.describeCollections()
  return idsOf(await rankByVector(store, { collections: ['notes'], filter, limit: 10, vector }, never))
}

async function stateOf(store: Store) {
  const state = await store.outerIndex?.()
  assert.ok(state)
  return state
}

async function settle(store: Store): Promise<void> {
  await store.describeCollections()
  while ((await stateOf(store)).changes > 0) await pause(10)
}

/** Searches until the index has answered once. */
async function untilUsed(store: Store): Promise<void> {
  const { used } = await stateOf(store)
  while ((await stateOf(store)).used === used) {
    await search(store, draw())
    await pause(10)
  }
}

function testIndex(databases: PostgresDatabases, node: QdrantNode): void {
  const options: OuterOptions = {
    url: node.url,
    key: node.key,
    caFile: null,
    shards: 1,
    replicas: 1,
    from: 100,
  }
  const direct = (path: string, method = 'GET') =>
    fetch(`${node.url.replace('qdrant', 'http')}${path}`, { method, headers: { 'api-key': node.key } })
  const points = async (url: string) => {
    const [feed] = await databases.run('SELECT id FROM quire.dense_feed', url)
    const answer = await direct(`/collections/quire-${feed?.id}-16`)
    const { result } = (await answer.json()) as { result?: { points_count: number } }
    return result?.points_count
  }

  async function open(
    context: TestContext,
    url: string,
    vectors: OuterOptions | null = options,
  ): Promise<Store> {
    const store = await openStore(url, { clock: stillClock, vectors })
    context.after(() => store.close())
    return store
  }

  async function filled(context: TestContext, vectors: OuterOptions | null = options) {
    const url = await databases.createStore()
    const store = await open(context, url, vectors)
    await store.ensureCollection(collection('notes', { dimensions: 16 }))
    const drafts = Array.from({ length: 60 }, (_, number) =>
      draft(`${number}`, { half: number % 2, tenth: `t${number % 10}`, number }),
    )
    await store.putDocuments(drafts, never)
    return { url, store, alone: await open(context, url, null) }
  }

  test('filters of every kind find what comparing all finds', async context => {
    const { store, alone } = await filled(context)
    await settle(store)
    await untilUsed(store)
    const filters: Filter[] = [
      [],
      [{ field: 'metadata.half', op: 'equals', value: 1 }],
      [{ field: 'metadata.tenth', op: 'equals', value: 't7' }],
      [{ field: 'metadata.tenth', op: 'one_of', values: ['t1', 't2', 'none'] }],
      [{ field: 'metadata.number', op: 'between', from: 5, to: 55 }],
      [{ field: 'metadata.number', op: 'between', from: 5, to: 6 }],
      [
        { field: 'metadata.half', op: 'equals', value: 0 },
        { field: 'metadata.number', op: 'between', from: 5, to: null },
      ],
      [{ field: 'language', op: 'equals', value: 'en' }],
      [{ field: 'language', op: 'equals', value: 'de' }],
      [{ field: 'source', op: 'equals', value: '7' }],
      [{ field: 'metadata.tenth', op: 'equals', value: 't7\0' }],
    ]
    const before = (await stateOf(store)).used
    for (const filter of filters)
      for (let question = 0; question < 5; question++) {
        const vector = draw()
        assert.deepEqual(await search(store, vector, filter), await search(alone, vector, filter))
      }
    const { used } = await stateOf(store)
    assert.ok(used - before >= 5 * (filters.length - 3), `${used - before} rankings`)
  })

  test('a document that is replaced again and again is found by every search', slow, async context => {
    const { url, store } = await filled(context)
    const writer = await open(context, url)
    await settle(store)
    await untilUsed(store)
    const [vector, near] = [draw(), draw()]
    const version = () =>
      write({ collection: 'notes', source: 'x', chunks: [{ text: 'Words', vector: [...vector] }] })
    await writer.putDocument(version(), never)
    const { used } = await stateOf(store)
    let isDone = false
    const writing = (async () => {
      for (let round = 0; round < 60; round++) {
        await writer.putDocument(version(), never)
        // So that the index has sometimes everything between two writes.
        await settle(writer)
        await search(writer, near)
        await pause(15)
      }
      isDone = true
    })()
    let searches = 0
    for (; !isDone; searches++)
      assert.equal((await search(store, vector))[0], 'notes/x#0', `search ${searches}`)
    await writing
    assert.ok((await stateOf(store)).used > used, 'the index answered some of them')
  })

  test('while nothing is fed, searches find what was stored and not what was deleted', async context => {
    const { url, store, alone } = await filled(context)
    await settle(store)
    await untilUsed(store)
    const blocker = await openDatabase({ url, busyTimeoutMs: 1_000 })
    context.after(() => blocker.close())
    await blocker.write(async sql => {
      // No feeder gets past this lock.
      await sql.run('LOCK TABLE quire.dense_feed IN EXCLUSIVE MODE')
      const vector = draw()
      const one = write({
        collection: 'notes',
        source: 'new',
        chunks: [{ text: 'Words', vector: [...vector] }],
      })
      await store.putDocument(one, never)
      assert.equal((await search(store, vector))[0], 'notes/new#0')
      assert.ok((await stateOf(store)).changes > 0)
      const [listed] = await store.listCollections()
      assert.deepEqual([listed?.unfed, (await store.countIndexes('notes')).unfed], [1, 1])
      await store.deleteDocument('notes/new')
      assert.notEqual((await search(store, vector))[0], 'notes/new#0')
    })
    await settle(store)
    assert.equal(await points(url), 300)
    const [listed] = await store.listCollections()
    const counts = await store.countIndexes('notes')
    assert.deepEqual([listed?.unfed, counts.unfed, counts.hasGraph], [undefined, undefined, true])
    assert.equal((await alone.countIndexes('notes')).hasGraph, undefined)
  })

  test('what many processes write and feed at once ends in the order in which it was written', async context => {
    const { url, store } = await filled(context)
    const others = await Promise.all(Array.from({ length: 3 }, () => open(context, url)))
    await Promise.all(
      [store, ...others].map(async (one, process) => {
        for (let round = 0; round < 12; round++) {
          await one.putDocument(draft(`${process}-${round % 3}`), never)
          if (round % 4 === 3) await one.deleteDocument(`notes/${process}-${round % 3}`)
        }
      }),
    )
    await settle(store)
    assert.deepEqual(await store.checkOuterIndex?.(never), [])
    const [row] = await databases.run('SELECT count(*)::int AS n FROM quire.vectors', url)
    assert.equal(await points(url), row?.n)
    await store.deleteCollection('notes')
    await settle(store)
    assert.equal(await points(url), 0)
  })

  test('metadata that is changed later is found by its new value only', async context => {
    const { store } = await filled(context)
    await settle(store)
    await untilUsed(store)
    await store.describeDocument('notes/7', { title: 'Seven', metadata: { tenth: 'other' } })
    await settle(store)
    await untilUsed(store)
    const vector = draw()
    const other = await search(store, vector, [{ field: 'metadata.tenth', op: 'equals', value: 'other' }])
    assert.equal(other.length, 5)
    const seven = await search(store, vector, [{ field: 'metadata.number', op: 'equals', value: 7 }])
    assert.deepEqual(seven, [])
  })

  test('an index that has lost its vectors is built anew, at once or by quire doctor --repair', async context => {
    const { url, store } = await filled(context)
    await settle(store)
    const [feed] = await databases.run('SELECT id FROM quire.dense_feed', url)
    await direct(`/collections/quire-${feed?.id}-16`, 'DELETE')
    assert.deepEqual(await store.checkOuterIndex?.(never), ['it has 0 vectors of "notes", which has 300'])
    assert.equal((await search(store, draw())).length, 10)
    const later = await open(context, url)
    await untilUsed(later)
    assert.equal(await points(url), 300)
    await later.rebuildOuterIndex?.(() => {}, never)
    assert.equal(await points(url), 300)
    assert.deepEqual(await later.checkOuterIndex?.(never), [])
    const { result } = (await (await direct('/collections')).json()) as {
      result: { collections: { name: string }[] }
    }
    assert.ok(!result.collections.some(({ name }) => name.includes(feed?.id)), 'the old one is gone')
  })

  test('without the setting, changes are still noted until quire doctor --repair ends it', async context => {
    const { url, store, alone } = await filled(context)
    await settle(store)
    await store.close()
    await alone.putDocument(draft('later'), never)
    const waiting = async () =>
      (await databases.run('SELECT count(*)::int AS n FROM quire.dense_outbox', url))[0]?.n
    assert.equal(await waiting(), 1)
    assert.match((await alone.advise?.())?.at(-1)?.says ?? '', /do not name; 1 wait/)
    assert.equal(await alone.outerIndex?.(), null)
    await alone.rebuildOuterIndex?.(() => {}, never)
    await alone.putDocument(draft('latest'), never)
    assert.equal(await waiting(), 0)
  })

  test('a copy of the database gets an index of its own', async context => {
    const { url, store } = await filled(context)
    await settle(store)
    await store.close()
    const [name, copy] = [new URL(url).pathname.slice(1), `copy_${Date.now()}`]
    await databases.run(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
    )
    await databases.run(`CREATE DATABASE ${copy} TEMPLATE ${name}`)
    const copied = await open(context, new URL(copy, databases.url).href)
    await untilUsed(copied)
    await copied.deleteCollection('notes')
    await settle(copied)
    assert.equal(await points(url), 300)
  })

  test(
    'when Qdrant is gone the store answers, and when it is back it is fed and asked again',
    slow,
    async context => {
      const gate = await openGate(Number(new URL(node.url.replace('qdrant', 'http')).port))
      context.after(() => gate.close())
      const { url, store } = await filled(context, { ...options, url: `qdrant://127.0.0.1:${gate.port}` })
      await settle(store)
      await untilUsed(store)
      gate.shut()
      const vector = draw()
      const one = write({
        collection: 'notes',
        source: 'new',
        chunks: [{ text: 'Words', vector: [...vector] }],
      })
      await store.putDocument(one, never)
      assert.equal((await search(store, vector))[0], 'notes/new#0')
      while ((await stateOf(store)).problem === null) await pause(10)
      const { problem, changes } = await stateOf(store)
      assert.match(problem ?? '', /127\.0\.0\.1/)
      assert.equal(changes, 1)
      gate.open()
      await settle(store)
      await untilUsed(store)
      assert.equal((await stateOf(store)).problem, null)
      assert.equal(await points(url), 301)
    },
  )

  test('a role that may read and write and nothing else begins the feed and feeds it', async context => {
    const { url } = await filled(context, null)
    await databases.run("CREATE ROLE feeder LOGIN PASSWORD 'feeder'")
    await grantRole(url, 'feeder', { clock: stillClock })
    const address = new URL(url)
    address.username = 'feeder'
    address.password = 'feeder'
    const store = await open(context, address.href)
    await untilUsed(store)
    assert.equal(await points(url), 300)
  })

  test('with a wrong key the store answers, and the key is in no message', async context => {
    const key = 'a-key-that-is-secret'
    const { store } = await filled(context, { ...options, key })
    while ((await stateOf(store)).problem === null) await pause(10)
    assert.equal((await search(store, draw())).length, 10)
    const said = JSON.stringify([await stateOf(store), await store.checkOuterIndex?.(never)])
    assert.match(said, /refused a request/)
    assert.ok(!said.includes(key))
  })

  test('with TLS, only a server whose certificate is trusted is used', async context => {
    const folder = await mkdtemp(join(tmpdir(), 'quire-qdrant-'))
    context.after(() => rm(folder, { recursive: true }))
    const [keyFile, caFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    try {
      const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
      const kind = [
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ]
      execFileSync('openssl', ['req', ...kind, '-keyout', keyFile, '-out', caFile, ...subject], {
        stdio: 'ignore',
      })
    } catch {
      return context.skip('there is no openssl to make a certificate')
    }
    const server = createTlsServer(
      { key: await readFile(keyFile), cert: await readFile(caFile) },
      (from, to) => {
        const { method = 'GET', url: path, headers } = from
        const onward = request(
          `${node.url.replace('qdrant', 'http')}${path}`,
          { method, headers },
          answer => {
            to.writeHead(answer.statusCode ?? 500, answer.headers)
            answer.pipe(to)
          },
        )
        from.pipe(onward)
      },
    )
    const port = await listen(server)
    context.after(() => server.close().closeAllConnections())
    const address = `qdrants://127.0.0.1:${port}`
    const { store } = await filled(context, { ...options, url: address, caFile })
    await settle(store)
    await untilUsed(store)
    const { store: wary } = await filled(context, { ...options, url: address })
    while ((await stateOf(wary)).problem === null) await pause(10)
    assert.equal((await search(wary, draw())).length, 10)
    assert.equal((await stateOf(wary)).used, 0)
  })
}

/** A way to Qdrant that can be closed, and opened again at the same port. */
async function openGate(target: number) {
  const sockets = new Set<Socket>()
  let isOpen = true
  const server = createServer(socket => {
    if (!isOpen) return socket.destroy()
    const onward = connect(target, '127.0.0.1')
    for (const one of [socket, onward]) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        socket.destroy()
        onward.destroy()
      })
    }
    socket.pipe(onward).pipe(socket)
  })
  const port = await listen(server)
  return {
    port,
    shut() {
      isOpen = false
      for (const socket of sockets) socket.destroy()
    },
    open() {
      isOpen = true
    },
    close() {
      this.shut()
      server.close()
    },
  }
}

function listen(server: Server): Promise<number> {
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
}
