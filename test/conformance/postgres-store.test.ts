import { after, test } from 'node:test'
import { postgresJobLedger } from '../../src/adapters/stores/postgres/job-ledger.ts'
import type { JobLedger } from '../../src/core/ports/job-ledger.ts'
import { postgresDatabases } from '../support/postgres-databases.ts'
import { testJobLedger } from './job-ledger-suite.ts'
import { testPostgresPromises } from './postgres-promises.ts'
import { stillClock } from './store-fixtures.ts'
import { testStore } from './store-suite.ts'

const databases = await postgresDatabases()
if ('reason' in databases) test('the PostgreSQL store', { skip: databases.reason }, () => {})
else {
  after(() => databases.stop())
  testStore('postgres', () => databases.createStore())
  testJobLedger(
    'postgres',
    async (context, options) => {
      const opened: JobLedger[] = []
      context.after(async () => {
        for (const ledger of opened) await ledger.close()
      })
      const url = await databases.createStore()
      return {
        open() {
          const ledger = postgresJobLedger({ url, clock: stillClock, ...options })
          opened.push(ledger)
          return ledger
        },
      }
    },
    { hasOwnClock: true },
  )
  testPostgresPromises(databases)
}
