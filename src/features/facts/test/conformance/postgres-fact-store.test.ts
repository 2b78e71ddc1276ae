import { after, test } from 'node:test'
import { postgresDatabases } from '../../../../../test/support/postgres-databases.ts'
import { testFactStore } from './fact-store-suite.ts'

const databases = await postgresDatabases()
if ('reason' in databases) test('facts in PostgreSQL', { skip: databases.reason }, () => {})
else {
  after(() => databases.stop())
  testFactStore('postgres', () => databases.createStore())
}
