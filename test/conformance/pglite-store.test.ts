import { after, test } from 'node:test'
import { liteDatabases } from '../support/pglite-databases.ts'
import type { UrlIn } from './store-fixtures.ts'
import { testStore } from './store-suite.ts'

/** PGlite is downloaded, and its first start takes seconds: `npm run measure -- pglite` sets this. */
const isAsked = process.env.QUIRE_TEST_PGLITE === '1'
if (!isAsked) test('the store in PGlite', { skip: 'npm run measure -- pglite runs it' }, () => {})
else {
  const databases = await liteDatabases()
  after(() => databases.stop())
  const urlIn: UrlIn = () => databases.createStore()
  urlIn.inOneProcess = 'PGlite is inside one process'
  testStore('pglite', urlIn)
}
