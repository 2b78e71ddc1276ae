import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startQdrant } from '../../scripts/services/start-qdrant.ts'
import { openStore } from '../../src/adapters/stores/index.ts'
import { postgresDatabases } from '../support/postgres-databases.ts'
import { settledStore, type Tally } from '../support/settled-store.ts'
import { testStoreFilters } from './store-filters-suite.ts'
import { stillClock, type UrlIn } from './store-fixtures.ts'
import { testStorePending } from './store-pending-suite.ts'
import { testStoreRankings } from './store-rankings-suite.ts'
import { testStore } from './store-suite.ts'

const qdrant = await startQdrant(line => process.stderr.write(`${line}\n`)).catch((error: Error) => error)
const databases = qdrant instanceof Error ? null : await postgresDatabases()
const reason =
  qdrant instanceof Error ? qdrant.message : databases && 'reason' in databases && databases.reason
if (typeof reason === 'string') test('the PostgreSQL store with Qdrant', { skip: reason }, () => {})
else if (!(qdrant instanceof Error) && databases !== null && !('reason' in databases)) {
  const tally: Tally = { answered: 0, asked: 0 }
  const vectors = { url: qdrant.url, key: qdrant.key, caFile: null, shards: 1, replicas: 1, from: 1 }
  const urlIn: UrlIn = () => databases.createStore()
  urlIn.options = { vectors }
  urlIn.wrap = async (store, url) => settledStore(store, await openStore(url, { clock: stillClock }), tally)
  after(async () => {
    await databases.stop()
    await qdrant.stop()
  })
  // The rest of the store is PostgreSQL's, and its own suite tests it: npm run measure -- qdrant-promises runs all.
  const isWhole = process.env.QUIRE_TEST_WHOLE === '1'
  for (const suite of isWhole ? [testStore] : [testStoreRankings, testStoreFilters, testStorePending])
    suite('postgres with qdrant', urlIn)
  test('Qdrant answered the rankings of the suite', context => {
    context.diagnostic(`${tally.answered} of ${tally.asked} rankings by vector`)
    assert.ok(tally.answered > 0.5 * tally.asked, `${tally.answered} of ${tally.asked}`)
  })
}
