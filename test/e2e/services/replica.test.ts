import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startReplica } from '../../../scripts/services/start-services.ts'
import { openStore } from '../../../src/adapters/stores/index.ts'
import type { Store } from '../../../src/core/ports/store.ts'
import { lexicalScoring } from '../../../src/core/search/lexical-scoring.ts'
import { collection, never, stillClock, write } from '../../conformance/store-fixtures.ts'
import { postgresDatabases } from '../../support/postgres-databases.ts'
import { runSql } from '../../support/run-sql.ts'
import { until } from '../../support/until.ts'

const databases = await postgresDatabases()
if (!('reason' in databases)) after(() => databases.stop())

test('a replica answers searches, but never without what anybody has stored before, and it may fail', {
  skip: 'reason' in databases && databases.reason,
}, async t => {
  if ('reason' in databases) return
  const url = await databases.createStore()
  const replica = await startReplica(databases.url)
  let isStopped = false
  t.after(async () => {
    if (!isStopped) await replica.stop()
  })
  const readUrl = new URL(new URL(url).pathname, replica.url).href
  const writer = await openStore(url, { clock: stillClock })
  const reader = await openStore(url, { clock: stillClock, readUrl })
  t.after(async () => {
    await writer.close()
    await reader.close()
  })
  const put = (source: string) =>
    writer.putDocument(write({ collection: 'notes', source, chunks: [{ text: `ink ${source}` }] }), never)
  const onReplica = async (sql: string) => runSql(readUrl, sql)
  const isReplayed = async () => {
    const [row] = await databases.run('SELECT pg_current_wal_insert_lsn()::text AS lsn', url)
    const [there] = await onReplica(`SELECT pg_last_wal_replay_lsn() >= '${row?.lsn}'::pg_lsn AS is_there`)
    return there?.is_there === true
  }
  /** How often the replica was asked for the versions of the collections. */
  const answered = async () => {
    const [row] = await onReplica(
      "SELECT seq_scan + coalesce(idx_scan, 0) AS n FROM pg_stat_user_tables WHERE relname = 'collections'",
    )
    return Number(row?.n)
  }

  await writer.ensureCollection(collection('notes'))
  await put('one')
  await until(isReplayed)
  assert.deepEqual(await search(reader), ['notes/one'])
  const before = await answered()
  // The server counts with a delay.
  for (let count = 0; (await answered()) < before + 20; count++) {
    assert.ok(count < 2_000, 'the replica answers')
    await search(reader)
  }

  await onReplica('SELECT pg_wal_replay_pause()')
  await put('two')
  assert.deepEqual(await search(reader), ['notes/one', 'notes/two'])
  await writer.deleteDocument('notes/one')
  assert.deepEqual(await search(reader), ['notes/two'])
  assert.equal((await onReplica('SELECT count(*)::int AS n FROM quire.documents'))[0]?.n, 1)
  await onReplica('SELECT pg_wal_replay_resume()')
  await until(isReplayed)
  assert.deepEqual(await search(reader), ['notes/two'])
  assert.equal(await reader.access(), 'read-write')

  isStopped = true
  await replica.stop()
  assert.deepEqual(await search(reader), ['notes/two'])
})

/** As a search does: the versions of the collections, the ranking, the passages. */
async function search(store: Store): Promise<string[]> {
  await store.describeCollections()
  const lexical = { words: [{ forms: ['ink'], near: null }], scoring: lexicalScoring }
  const scope = { collections: ['notes'], filter: [], limit: 10, dense: null }
  const { candidates } = await store.rank({ ...scope, lexical }, never)
  const chunks = await store.loadChunks(candidates.map(({ chunkId }) => chunkId))
  return chunks.map(({ document }) => document.id).toSorted()
}
