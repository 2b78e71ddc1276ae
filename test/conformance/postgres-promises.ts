import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, chown, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openStore } from '../../src/adapters/stores/index.ts'
import { openDatabase } from '../../src/adapters/stores/postgres/database.ts'
import { migrations } from '../../src/adapters/stores/postgres/migrations.ts'
import { Failure } from '../../src/core/model/failure.ts'
import { withoutTimeLimit, withTimeLeft } from '../../src/core/model/time-left.ts'
import type { PostgresDatabases } from '../support/postgres-databases.ts'
import { until } from '../support/until.ts'
import { collection, never, rankByWords, stillClock, write } from './store-fixtures.ts'

const options = { clock: stillClock }
const asked = { collections: ['notes'], filter: [], limit: 5, terms: ['one'] }

/** What a store on a server promises beyond the port. */
export function testPostgresPromises(databases: PostgresDatabases): void {
  describe('the PostgreSQL store', () => {
    test('creates its tables once, however many processes begin at the same time', async () => {
      const url = await databases.createEmpty()
      const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(url, options)))
      await Promise.all(stores.map(store => store.ensureCollection(collection('notes'))))
      assert.equal((await stores[0]!.listCollections()).length, 1)
      for (const store of stores) await store.close()
      const versions = await databases.run('SELECT version FROM quire.migrations ORDER BY version', url)
      assert.deepEqual(
        versions,
        migrations.map((_, index) => ({ version: index + 1 })),
      )
    })

    test('refuses a database that a later version has written', async () => {
      const url = await databases.createStore()
      await databases.run("INSERT INTO quire.migrations VALUES (99, 'later')", url)
      const store = await openStore(url, options)
      await assert.rejects(store.listCollections(), { code: 'STORE_TOO_NEW', hint: /Update quire/ })
      await store.close()
    })

    test('says what to do when the user may not create the extension, and works once it exists', async () => {
      const url = new URL(await databases.createEmpty())
      const name = url.pathname.slice(1)
      await databases.run(
        `CREATE ROLE limited LOGIN PASSWORD 'limited'; GRANT CREATE ON DATABASE ${name} TO limited`,
      )
      const limited = new URL(url)
      limited.username = 'limited'
      limited.password = 'limited'
      const store = await openStore(limited.href, options)
      await assert.rejects(store.listCollections(), {
        code: 'STORE_INVALID',
        hint: /CREATE EXTENSION vector/,
      })
      await databases.run('CREATE EXTENSION vector', url.href)
      assert.deepEqual(await store.listCollections(), [])
      await store.close()
    })

    test('lets a user without rights on the schema read and not write, as granted', async () => {
      const url = new URL(await databases.createStore())
      const owner = await openStore(url.href, options)
      await owner.ensureCollection(collection('notes'))
      await owner.putDocument(write({ collection: 'notes', source: 'a', chunks: [{ text: 'one' }] }), never)
      await databases.run(
        `CREATE ROLE reader LOGIN PASSWORD 'reader'; GRANT USAGE ON SCHEMA quire TO reader;
          GRANT SELECT ON ALL TABLES IN SCHEMA quire TO reader`,
        url.href,
      )
      url.username = 'reader'
      url.password = 'reader'
      const reader = await openStore(url.href, options)
      assert.equal((await rankByWords(reader, asked, never)).ranked.length, 1)
      await assert.rejects(reader.deleteDocument('notes/a'), { code: 'STORE_READ_ONLY' })
      await reader.close()
      await owner.close()
    })

    test('errors of the server are failures with what to do, and never contain the password', async () => {
      const url = new URL(await databases.createStore())
      const wrongPassword = new URL(url)
      wrongPassword.password = 'not-the-secret'
      const wrongDatabase = new URL('nowhere', url)
      const wrongPort = new URL(url)
      wrongPort.port = '1'
      for (const [address, code] of [
        [wrongPassword, 'STORE_FORBIDDEN'],
        [wrongDatabase, 'STORE_INVALID'],
        [wrongPort, 'STORE_UNREACHABLE'],
      ] as const) {
        const store = await openStore(address.href, options)
        assert.ok(!store.description.includes(address.password), store.description)
        const error = await store.listCollections().then(
          () => null,
          reason => reason,
        )
        assert.ok(error instanceof Failure && error.hint !== null)
        assert.equal(error.code, code)
        assert.ok(!`${error.message} ${error.hint} ${error.cause}`.includes(address.password))
        await store.close()
      }
    })

    test('a certificate is verified, by its authority and its host, or the store is not used', async t => {
      const [row] = await databases.run('SHOW data_directory')
      const folder = String(row?.data_directory)
      const owner = await stat(folder)
      const [key, certificate] = [join(folder, 'test.key'), join(folder, 'test.crt')]
      const made = spawnSync('openssl', [
        ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=127.0.0.1'],
        ...['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate],
      ])
      if (made.status !== 0) return t.skip('there is no openssl to make a certificate')
      const address = await databases.createEmpty()
      const search = (query: string, host = '127.0.0.1') => {
        const url = new URL(address)
        url.search = query
        url.hostname = host
        return openAndAsk(url.href)
      }
      await assert.rejects(search('sslmode=verify-full'), {
        code: 'STORE_UNTRUSTED',
        message: /does not encrypt/,
      })
      for (const file of [key, certificate]) {
        await chmod(file, 0o600)
        await chown(file, owner.uid, owner.gid)
      }
      for (const [name, value] of Object.entries({
        ssl_cert_file: certificate,
        ssl_key_file: key,
        ssl: 'on',
      }))
        await databases.run(`ALTER SYSTEM SET ${name} = '${value}'`)
      await databases.run('SELECT pg_reload_conf()')
      const trusted = `sslmode=verify-full&sslrootcert=${encodeURIComponent(certificate)}`
      // The server reads its settings a moment later.
      for (let tries = 0; tries < 200; tries++) if (await search(trusted).then(Boolean, () => false)) break
      assert.deepEqual(await search(trusted), [])
      assert.deepEqual(await search(''), [])
      const failure = { code: 'STORE_UNTRUSTED', message: /cannot be verified/ }
      await assert.rejects(search('sslmode=verify-full'), failure)
      await assert.rejects(search(trusted, 'localhost'), failure)
    })

    test('a source that is written twice in one transaction is indexed once', async () => {
      const store = await openStore(await databases.createStore(), options)
      await store.ensureCollection(collection('notes'))
      const version = (text: string) => write({ collection: 'notes', source: 'a', chunks: [{ text }] })
      const other = write({ collection: 'notes', source: 'b', chunks: [{ text: 'one three' }] })
      await store.putDocuments([version('one'), other, version('two')], never)
      assert.equal((await rankByWords(store, asked, never)).ranked[0]?.chunkId, 'notes/b#0')
      assert.deepEqual(await store.countTerms({ collections: ['notes'], terms: ['one', 'two'] }), {
        chunks: 2,
        terms: [
          { term: 'one', chunks: 1 },
          { term: 'two', chunks: 1 },
        ],
      })
      assert.deepEqual(await store.check(never), { ok: true, problems: [] })
      await store.close()
    })

    test('goes on after its connections were cut', async () => {
      const url = await databases.createStore()
      const store = await openStore(url, options)
      await store.ensureCollection(collection('notes'))
      const cut =
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = '
      await databases.run(`${cut} '${new URL(url).pathname.slice(1)}'`)
      // The pool notices one lost connection after the other.
      const answers: unknown[] = []
      while (answers.length < 10 && answers.at(-1) !== 'notes')
        answers.push(
          await store.getCollection('notes').then(
            found => found?.name,
            error => error.code,
          ),
        )
      assert.equal(answers.pop(), 'notes')
      for (const answer of answers) assert.equal(answer, 'STORE_UNREACHABLE')
      await store.close()
    })

    test('a caller that no longer waits ends its statement on the server', { timeout: 600_000 }, async () => {
      const url = await databases.createStore()
      const database = await openDatabase({ url, busyTimeoutMs: 1_000 })
      const stop = new AbortController()
      const slow = database.read(async sql => {
        setImmediate(() => stop.abort())
        await sql.run('SELECT pg_sleep(3600)')
      }, stop.signal)
      await assert.rejects(slow, { code: 'CANCELLED' })
      const running = () =>
        databases.run(
          "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(3600)%' AND state = 'active' AND pid <> pg_backend_pid()",
        )
      await until(async () => (await running()).length === 0)
      assert.equal(
        await database.read(async sql => (await sql.get<{ one: number }>('SELECT 1 AS one'))?.one),
        1,
      )
      await database.close()
    })

    test('callers that no longer wait free their connections, although all of them hang', async () => {
      const url = await databases.createStore()
      const store = await openStore(url, options)
      await store.ensureCollection(collection('notes'))
      const locking = await openLock(databases, url)
      const stop = new AbortController()
      const calls = Array.from({ length: 20 }, () => rankByWords(store, asked, stop.signal))
      const outcomes = Promise.allSettled(calls)
      await locking.untilWaiting(8)
      stop.abort()
      for (const outcome of await outcomes)
        assert.equal(outcome.status === 'rejected' && outcome.reason.code, 'CANCELLED')
      await locking.untilWaiting(0)
      await locking.release()
      assert.equal((await store.getCollection('notes'))?.name, 'notes')
      await store.close()
    })

    test('a statement that hangs ends with the time limit of its call, although no signal reaches it', async () => {
      const url = await databases.createStore()
      const store = await openStore(url, options)
      await store.ensureCollection(collection('notes'))
      const locking = await openLock(databases, url)
      const endsAt = performance.now() + 300
      const calls = withTimeLeft(
        () => endsAt - performance.now(),
        () => Array.from({ length: 20 }, () => store.getCollection('notes')),
      )
      for (const outcome of await Promise.allSettled(calls)) {
        assert.equal(outcome.status === 'rejected' && outcome.reason.code, 'STORE_TIMEOUT')
        assert.match(outcome.status === 'rejected' ? outcome.reason.hint : '', /pg_stat_activity/)
      }
      await locking.untilWaiting(0)
      // What outlives a call is not ended with it.
      const patient = withTimeLeft(
        () => 0,
        () => withoutTimeLimit(() => store.getCollection('notes')),
      )
      await locking.untilWaiting(1)
      await locking.release()
      assert.equal((await patient)?.name, 'notes')
      await store.close()
    })

    test('without its index of words it says so, and still ranks by meaning', async () => {
      const url = await databases.createStore()
      const store = await openStore(url, options)
      await store.ensureCollection(collection('notes'))
      await store.putDocument(write({ collection: 'notes', source: 'a', chunks: [{ text: 'one' }] }), never)
      const vector = [...(await store.loadVectors(['notes/a#0'])).values()][0] ?? assert.fail('no vector')
      await databases.run('DROP TABLE quire.postings', url)
      const gone = { code: 'INDEX_UNAVAILABLE', kind: 'unavailable', hint: /backup/ }
      await assert.rejects(store.countIndexes('notes'), gone)
      await assert.rejects(rankByWords(store, asked, never), gone)
      const dense = { vector, collections: ['notes'] }
      const query = { collections: ['notes'], filter: [], limit: 5, lexical: null, dense }
      assert.equal((await store.rank(query, never)).candidates[0]?.chunkId, 'notes/a#0')
      await store.close()
    })

    test('a writer that waits too long for another one says so, and changes nothing', async () => {
      const url = await databases.createStore()
      const store = await openStore(url, { ...options, busyTimeoutMs: 200 })
      await store.ensureCollection(collection('notes'))
      const other = await openDatabase({ url, busyTimeoutMs: 200 })
      const document = write({ collection: 'notes', source: 'a', chunks: [{ text: 'one' }] })
      await other.write(async sql => {
        await sql.run("SELECT 1 FROM quire.collections WHERE name = 'notes' FOR UPDATE")
        await assert.rejects(store.putDocument(document, never), { code: 'STORE_BUSY' })
      })
      assert.equal(await store.findDocument('notes', 'a'), null)
      await store.putDocument(document, never)
      await other.close()
      await store.close()
    })

    test('keeps nothing in a session: every transaction may use another connection', async () => {
      const url = await databases.createStore()
      const store = await openStore(url, options)
      await store.ensureCollection(collection('notes'))
      await store.putDocument(write({ collection: 'notes', source: 'a', chunks: [{ text: 'one' }] }), never)
      await rankByWords(store, asked, never)
      const database = await openDatabase({ url, busyTimeoutMs: 1_000 })
      // The same pool: these are the sessions that the store used.
      const left = await database.read(sql =>
        sql.get(`SELECT (SELECT count(*) FROM pg_prepared_statements) AS prepared,
          (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory') AS locks,
          (SELECT count(*) FROM pg_settings WHERE source = 'session' AND name <> 'application_name' AND name <> 'transaction_isolation'
            AND name <> 'transaction_read_only' AND name <> 'transaction_deferrable') AS settings`),
      )
      assert.deepEqual({ ...left! }, { prepared: 0, locks: 0, settings: 0 })
      await database.close()
      await store.close()
    })
  })
}

/** Locks the table of collections, so that every statement on it hangs until it is released. */
async function openLock(databases: PostgresDatabases, url: string) {
  const database = await openDatabase({ url: `${url}?application_name=locker`, busyTimeoutMs: 60_000 })
  const released = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = database.write(async sql => {
    await sql.run('LOCK TABLE quire.collections IN ACCESS EXCLUSIVE MODE')
    held.resolve()
    await released.promise
  })
  await held.promise
  const count =
    "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = "
  return {
    async untilWaiting(wanted: number): Promise<void> {
      for (let tries = 0; tries < 1_000; tries++) {
        const [row] = await databases.run(`${count} '${new URL(url).pathname.slice(1)}'`)
        if (row?.n === wanted) return
      }
      assert.fail(`never ${wanted} statements that wait`)
    },
    async release(): Promise<void> {
      released.resolve()
      await holding
      await database.close()
    },
  }
}

async function openAndAsk(url: string): Promise<unknown> {
  const store = await openStore(url, options)
  try {
    return await store.describeCollections()
  } finally {
    await store.close()
  }
}
