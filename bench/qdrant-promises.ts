/**
 * Runs all conformance tests of the store over PostgreSQL with Qdrant. `npm test` runs those that rank by vectors: the rest of
 * the store is PostgreSQL's.
 *   npm run measure -- qdrant-promises
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const tests = spawn(process.execPath, ['--test', 'test/conformance/qdrant-store.test.ts'], {
  cwd: join(import.meta.dirname, '..'),
  env: { ...process.env, QUIRE_TEST_WHOLE: '1' },
  stdio: 'inherit',
})
const [exitCode] = await once(tests, 'close')
process.exitCode = exitCode ?? 1
