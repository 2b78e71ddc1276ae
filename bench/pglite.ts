/**
 * Runs the conformance tests of the store over PGlite: the same SQL in this process, by PostgreSQL 18 as WebAssembly. It is
 * downloaded by this command. What it cannot keep is skipped: what needs several processes.
 *   npm run measure -- pglite
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const tests = spawn(process.execPath, ['--test', 'test/conformance/pglite-store.test.ts'], {
  cwd: join(import.meta.dirname, '..'),
  env: { ...process.env, QUIRE_TEST_PGLITE: '1' },
  stdio: 'inherit',
})
const [exitCode] = await once(tests, 'close')
process.exitCode = exitCode ?? 1
