import { after, test } from 'node:test'
import { postgresDatabases } from '../../../../../test/support/postgres-databases.ts'
import { testGraphStore } from './graph-store-suite.ts'

const databases = await postgresDatabases()
if ('reason' in databases) test('graphs in PostgreSQL', { skip: databases.reason }, () => {})
else {
  after(() => databases.stop())
  testGraphStore('postgres', () => databases.createStore())
}
