/**
 * Runs the conformance tests of the PostgreSQL store through pgbouncer in transaction mode, which gives every transaction
 * another connection. pgbouncer is unpacked from Debian's package; nothing on the system changes.
 *   npm run measure -- postgres-pooler
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const tests = spawn(process.execPath, ['--test', 'test/conformance/postgres-store.test.ts'], {
  cwd: join(import.meta.dirname, '..'),
  env: { ...process.env, QUIRE_TEST_PGBOUNCER: '1' },
  stdio: 'inherit',
})
const [exitCode] = await once(tests, 'close')
process.exitCode = exitCode ?? 1
